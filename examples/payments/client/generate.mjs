// Generates the client's types from the document of a running server.
import { writeFileSync } from 'node:fs';
import openapiTypescript, { astToString } from 'openapi-typescript';

const url = new URL('/openapi.json', process.argv[2] ?? 'http://localhost:3000');
writeFileSync(new URL('api.d.ts', import.meta.url), astToString(await openapiTypescript(url)));
