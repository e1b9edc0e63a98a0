import 'reflect-metadata';
import * as nest from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Ajv } from 'ajv';
import { LIMIT, Limiter, userOf } from '../../content/layers.mjs';
import { registrationSchema } from '../../content/registration.mjs';
import { decorate, parameter } from '../../decorate.mjs';
import { logRequest, requestId } from './layers.mjs';

/** @typedef {import('fastify').FastifyRequest & { user?: string }} Request */

const validate = new Ajv().compile(registrationSchema);
const limiter = new Limiter(LIMIT);

class AuthGuard {
  /** @param {import('@nestjs/common').ExecutionContext} context */
  canActivate(context) {
    /** @type {Request} */
    const request = context.switchToHttp().getRequest();
    const user = userOf(request.headers.authorization);
    if (user === undefined) throw new nest.UnauthorizedException();
    request.user = user;
    return true;
  }
}

class LimitGuard {
  /** @param {import('@nestjs/common').ExecutionContext} context */
  canActivate(context) {
    const http = context.switchToHttp();
    const left = limiter.take(http.getRequest().user);
    http
      .getResponse()
      .header('X-RateLimit-Limit', limiter.limit)
      .header('X-RateLimit-Remaining', Math.max(left, 0));
    if (left < 0) throw new nest.HttpException('Too Many Requests', 429);
    return true;
  }
}

class OrderController {
  /** @param {string} id @param {Request} request */
  show(id, request) {
    return { id, owner: request.user };
  }
}
decorate(OrderController, nest.Controller('orders'), {
  show: [
    nest.Get(':id'),
    nest.UseGuards(AuthGuard, LimitGuard),
    nest.Header('X-Content-Type-Options', 'nosniff'),
    parameter(0, nest.Param('id')),
    parameter(1, nest.Req()),
  ],
});

class RegistrationPipe {
  /** @param {unknown} value */
  transform(value) {
    if (!validate(value)) throw new nest.BadRequestException(validate.errors);
    return value;
  }
}

class RegistrationController {
  /** @param {import('../../content/registration.mjs').Registration} registration */
  register({ name, email }) {
    return { name, email };
  }
}
decorate(RegistrationController, nest.Controller('registrations'), {
  register: [nest.Post(), parameter(0, nest.Body(new RegistrationPipe()))],
});

class Api {
  /** @param {import('@nestjs/common').MiddlewareConsumer} consumer */
  configure(consumer) {
    consumer.apply(requestId, logRequest).forRoutes(OrderController);
  }
}
decorate(Api, nest.Module({ controllers: [OrderController, RegistrationController] }));

/** @type {import('../../suite.mjs').Serve} */
export async function serve() {
  const app = await NestFactory.create(Api, new FastifyAdapter(), { logger: false });
  return app.listen(0, '127.0.0.1');
}
