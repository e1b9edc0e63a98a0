import express, { type NextFunction, type Request, type Response } from 'express';
import { ValidateError } from 'tsoa';
import { RegisterRoutes } from './routes';

const app = express();
app.use(express.json());
app.use(express.urlencoded({ extended: true }));
app.get('/swagger.json', (_req, res) => res.sendFile('dist/swagger.json', { root: process.cwd() }));
RegisterRoutes(app);
app.use((error: Error & { status?: number }, req: Request, res: Response, _next: NextFunction) => {
  if (error instanceof ValidateError) res.status(422).json({ path: req.path, fields: error.fields });
  else res.status(error.status ?? 500).json({ message: error.message });
});
app.listen(Number(process.env.PORT), '127.0.0.1');
