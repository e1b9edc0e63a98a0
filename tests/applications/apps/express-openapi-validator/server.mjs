import express from 'express';
import OpenApiValidator from 'express-openapi-validator';

const pets = new Map([[1, { id: 1, name: 'Tom', kind: 'cat' }]]);
const app = express();
app.use(express.json());
app.use(express.text());
app.use(express.urlencoded({ extended: false }));
app.use('/spec', express.static('openapi.yaml'));
app.use(
  OpenApiValidator.middleware({
    apiSpec: './openapi.yaml',
    validateRequests: true,
    validateResponses: true,
    validateSecurity: { handlers: { key: (req) => req.get('X-Key') === 'secret' } },
    ignorePaths: /.*\/free$/,
  }),
);
app.get('/v1/pets', (req, res) => {
  res.set('X-Query', JSON.stringify(req.query)).json([...pets.values()].slice(0, req.query.limit));
});
app.post('/v1/pets', (req, res) => {
  const pet = { id: pets.size + 1, ...req.body };
  pets.set(pet.id, pet);
  res.status(201).json(pet);
});
app.get('/v1/pets/:id', (req, res, next) => {
  const pet = pets.get(Number(req.params.id));
  if (pet === undefined) next({ status: 404, message: 'no such pet' });
  else res.set('X-Params', JSON.stringify(req.openapi.pathParams)).json(pet);
});
app.delete('/v1/pets/:id', (req, res) => {
  pets.delete(Number(req.params.id));
  res.sendStatus(204);
});
app.post('/v1/pets/:id/photo', (req, res) => {
  res.json({
    files: req.files.map(({ originalname, size }) => ({ originalname, size })),
    title: req.body.title,
  });
});
app.get('/v1/wrong', (_req, res) => res.json({ id: 'text' }));
app.get('/free', (_req, res) => res.send('not described'));
app.use((error, _req, res, _next) => {
  res
    .status(error.status ?? 500)
    .json({ message: error.message, errors: error.errors, headers: error.headers });
});
app.listen(Number(process.env.PORT), '127.0.0.1');
