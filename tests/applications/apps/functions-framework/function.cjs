const functions = require('@google-cloud/functions-framework');

functions.http('handle', async (req, res) => {
  const { method, path, query, body, rawBody } = req;
  if (path === '/fail') throw new Error('failed');
  if (path === '/late') {
    await new Promise((resolve) => setTimeout(resolve, 5));
    throw new Error('failed later');
  }
  if (path === '/text') return res.status(202).set('X-Custom', 'yes').send('a text');
  if (path === '/moved') return res.redirect(301, '/elsewhere');
  if (path === '/cookie')
    return res.cookie('a', 'b', { maxAge: 1000, path: '/only' }).json(req.get('Cookie') ?? null);
  if (path === '/stream') {
    res.type('text/plain').write('one ');
    return res.end('two');
  }
  if (path === '/binary') return res.send(Buffer.from([0, 255, 1]));
  if (path === '/nothing') return res.status(204).end();
  res.json({ method, path, query, body, raw: rawBody?.toString(), ip: req.ip, host: req.hostname });
});
