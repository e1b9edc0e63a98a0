import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { items, policy } from '../../content/cors-policy.mjs';
import { decorate } from '../../decorate.mjs';

const { origins: origin, methods, allowedHeaders, maxAge } = policy;

class ItemsController {
  list() {
    return items;
  }
}
decorate(ItemsController, Controller('items'), { list: [Get()] });

class ItemsModule {}
decorate(ItemsModule, Module({ controllers: [ItemsController] }));

/** @type {import('../../suite.mjs').Serve} */
export async function serve() {
  const app = await NestFactory.create(ItemsModule, new FastifyAdapter(), { logger: false });
  app.enableCors({ origin, methods, allowedHeaders, maxAge, credentials: true });
  return app.listen(0, '127.0.0.1');
}
