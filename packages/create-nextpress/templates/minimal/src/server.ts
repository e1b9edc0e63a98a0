import { createServer } from 'nextpress';

const app = createServer();

app.get('/', () => ({ hello: 'world' }));
app.get('/hello/:name', (req) => ({ hello: req.params.name }));

app.listen({ port: Number(process.env.PORT ?? 3000), signals: true });
