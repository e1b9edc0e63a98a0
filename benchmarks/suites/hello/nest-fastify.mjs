import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { decorate } from '../../decorate.mjs';

class HelloController {
  hello() {
    return { hello: 'world' };
  }
}
decorate(HelloController, Controller(), { hello: [Get('/')] });

class HelloModule {}
decorate(HelloModule, Module({ controllers: [HelloController] }));

/** @type {import('../../suite.mjs').Serve} */
export async function serve() {
  const app = await NestFactory.create(HelloModule, new FastifyAdapter(), { logger: false });
  return app.listen(0, '127.0.0.1');
}
