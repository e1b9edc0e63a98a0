import express from 'express';
import hpp from 'hpp';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('hpp', 'cleans `req.query` too, which on Express 5 it only reports');

works(
  'keeps the last of the values of a parameter, except of one that may have many',
  async ({ app, serve }) => {
    app.use(express.urlencoded({ extended: true }));
    app.use(hpp({ whitelist: 'tag' }));
    app.post('/', (req, res) => {
      const { body, bodyPolluted, queryPolluted } = req as express.Request & Record<string, unknown>;
      res.json({ body, bodyPolluted, queryPolluted });
    });
    const { visitor } = await serve();
    const form = new URLSearchParams('name=x&name=y&tag=3&tag=4');
    // The rest of the query is not compared: Express 5 parses `req.query` again on each read.
    expect((await visitor.post('/?sort=a&sort=b&tag=1&tag=2', form)).json()).toEqual({
      body: { name: 'y', tag: ['3', '4'] },
      bodyPolluted: { name: ['x', 'y'] },
      queryPolluted: { sort: ['a', 'b'] },
    });
  },
);
