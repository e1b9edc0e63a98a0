import { createServer } from 'nextpress';

const app = createServer();

app.get('/', () => ({ hello: 'world' }));
app.get('/hello/:name', (req) => ({ hello: req.params.name }));

const port = Number(process.env.PORT ?? 3000);
app.listen({ port, signals: true }, () => console.log(`Listening on http://localhost:${port}/`));
