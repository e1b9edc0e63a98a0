import { Readable } from 'node:stream';
import express from 'express';
import { chunks } from '../../content/megabyte.mjs';

/** @param {import('express').Express} app */
export function addRoutes(app) {
  app.get('/stream', (_req, res) => {
    res.type('application/octet-stream');
    Readable.from(chunks).pipe(res);
  });

  app.post('/upload', express.raw({ limit: '1mb' }), (req, res) => {
    res.json({ bytes: req.body.length });
  });
}
