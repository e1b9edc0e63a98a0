// An application in ES modules and a library in CommonJS have one set of types.
import express, { type RequestHandler, type Router } from '@nextpress/express';
import { app, guard, log, router, send } from './library.cjs';

const same: Router = router;
const handler: RequestHandler = guard;
express().use('/library', same, handler, log, app).response.valueOf();
void send;
