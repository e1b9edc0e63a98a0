import 'reflect-metadata';
import {
  Body,
  Controller,
  Get,
  Header,
  Headers,
  HttpCode,
  Module,
  Param,
  Post,
  Query,
  Res,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { profile } from '../../content/profile.mjs';
import { tenFields } from '../../content/ten-fields.mjs';
import { decorate, parameter } from '../../decorate.mjs';

class ApiController {
  ping() {
    return 'Hi';
  }

  /** @param {string} id @param {string} name */
  query(id, name) {
    return `${id} ${name}`;
  }

  /** @param {unknown} body */
  echo(body) {
    return body;
  }

  profile() {
    return profile();
  }

  /** @param {string} id */
  user(id) {
    return { id, name: `User ${id}` };
  }

  /** @param {string} requestId @param {string} authorization @param {import('fastify').FastifyReply} reply */
  chain(requestId, authorization, reply) {
    const started = Date.now();
    const authenticated = authorization === 'Bearer secret';
    reply.header('X-Request-Id', requestId);
    reply.header('X-Response-Time', `${Date.now() - started}ms`);
    return { message: 'Chain complete', requestId, authenticated };
  }

  error() {
    throw new Error('This handler always throws');
  }

  fields() {
    return 'Hi';
  }
}
decorate(ApiController, Controller(), {
  ping: [Get('/')],
  query: [
    Get('/id/:id'),
    Header('X-Powered-By', 'benchmark'),
    parameter(0, Param('id')),
    parameter(1, Query('name')),
  ],
  echo: [Post('/json'), HttpCode(200), parameter(0, Body())],
  profile: [Get('/profile')],
  user: [Get('/users/:id'), parameter(0, Param('id'))],
  chain: [
    Get('/chain'),
    parameter(0, Headers('x-request-id')),
    parameter(1, Headers('authorization')),
    parameter(2, Res({ passthrough: true })),
  ],
  error: [Get('/error')],
  fields: [Get('/fields'), ...Object.entries(tenFields).map(([name, value]) => Header(name, value))],
});

class ApiModule {}
decorate(ApiModule, Module({ controllers: [ApiController] }));

/** @type {import('../../suite.mjs').Serve} */
export async function serve() {
  const app = await NestFactory.create(ApiModule, new FastifyAdapter(), { logger: false });
  return app.listen(0, '127.0.0.1');
}
