import 'reflect-metadata';
import { Readable } from 'node:stream';
import { Body, Controller, Get, HttpCode, Module, Post, StreamableFile } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { chunks } from '../../content/megabyte.mjs';
import { decorate, parameter } from '../../decorate.mjs';

class TransferController {
  stream() {
    return new StreamableFile(Readable.from(chunks));
  }

  /** @param {Buffer} body */
  upload(body) {
    return { bytes: body.length };
  }
}
decorate(TransferController, Controller(), {
  stream: [Get('/stream')],
  upload: [Post('/upload'), HttpCode(200), parameter(0, Body())],
});

class TransferModule {}
decorate(TransferModule, Module({ controllers: [TransferController] }));

/** @type {import('../../suite.mjs').Serve} */
export async function serve() {
  /** @type {import('@nestjs/platform-fastify').NestFastifyApplication} */
  const app = await NestFactory.create(TransferModule, new FastifyAdapter(), { logger: false });
  app.useBodyParser('application/octet-stream');
  return app.listen(0, '127.0.0.1');
}
