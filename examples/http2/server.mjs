// HTTP/1.1 and HTTP/2 on one port. With TLS_KEY and TLS_CERT, browsers choose HTTP/2; without them, clients must ask for it.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer } from 'nextpress';

const { PORT = '3000', TLS_CERT, TLS_KEY } = process.env;
const tls =
  TLS_CERT !== undefined && TLS_KEY !== undefined
    ? { tls: { cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) } }
    : {};
const app = createServer({ http2: true, ...tls });

app.get('/', async (req, res) => {
  // The browser loads the style sheet while the page is being generated.
  res.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
  await sleep(20);
  res.type('html').send(page(req.httpVersion));
});
app.get('/style.css', (_req, res) => res.type('css').send('body { font: 1.2em sans-serif; margin: 3em }\n'));
// A hundred requests at once: HTTP/2 sends them all on one connection, HTTP/1.1 on six.
app.get('/tiles/:number', async (req, res) => {
  await sleep(50);
  res.json({ tile: Number(req.params.number), httpVersion: req.httpVersion });
});

const server = app.listen(Number(PORT), { signals: true }, () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  const isSecure = 'tls' in tls;
  console.log(`
  The page is at ${isSecure ? 'https' : 'http'}://localhost:${port}

    curl -v ${isSecure ? `--insecure https://localhost:${port}` : `--http2-prior-knowledge http://localhost:${port}`}
`);
});

/** @param {string} version */
function page(version) {
  return `<!doctype html>
<title>HTTP/${version}</title>
<link rel="stylesheet" href="/style.css">
<h1>HTTP/${version}</h1>
<p id="tiles">Loading 100 tiles …</p>
<script type="module">
  const started = performance.now();
  await Promise.all(Array.from({ length: 100 }, (_, number) => fetch('/tiles/' + number).then((res) => res.json())));
  const time = Math.round(performance.now() - started);
  document.querySelector('#tiles').textContent = '100 tiles of 50 ms each took ' + time + ' ms.';
</script>
`;
}
