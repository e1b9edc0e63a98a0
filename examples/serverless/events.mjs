// For platforms that call a function with an event, such as AWS Lambda.
import serverless from 'serverless-http';
import { app } from './app.mjs';

export const handler = serverless(/** @type {never} */ (app));
