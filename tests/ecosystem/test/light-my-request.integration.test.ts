import type { Request, Response } from 'express';
import inject from 'light-my-request';
import { expectAsOnExpress, withoutServer } from '../foreign-requests.ts';
import { packages } from '../works.ts';

const works = packages('light-my-request', '', withoutServer);

works('passes requests to an application and collects its responses', async ({ app }) => {
  await expectAsOnExpress(app, (target) => async ({ method, path, headers, body }) => {
    // Given an application itself, light-my-request changes the prototypes of its requests for the whole process.
    const listener = (req: unknown, res: unknown) => target(req as Request, res as Response);
    const response = await inject(listener, {
      method: method as 'GET',
      url: path,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: response.statusCode, headers: response.headers, body: response.payload };
  });
});
