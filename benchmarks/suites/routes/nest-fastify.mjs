import 'reflect-metadata';
import * as nest from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Ajv } from 'ajv';
import { routes, sizeOf } from '../../content/many-routes.mjs';
import { paymentSchema, receiptOf } from '../../content/payment.mjs';
import { decorate, parameter } from '../../decorate.mjs';

const validate = new Ajv().compile(paymentSchema);

const METHODS = { get: nest.Get, post: nest.Post, put: nest.Put, delete: nest.Delete };

class PaymentPipe {
  /** @param {unknown} value */
  transform(value) {
    if (!validate(value)) throw new nest.BadRequestException(validate.errors);
    return value;
  }
}

class PaymentController {
  /** @param {import('../../content/payment.mjs').Payment} payment */
  process(payment) {
    return receiptOf(payment);
  }
}
decorate(PaymentController, nest.Controller('api/v2/payments'), {
  process: [nest.Post('process'), nest.HttpCode(200), parameter(0, nest.Body(new PaymentPipe()))],
});

/** @param {import('../../content/many-routes.mjs').Route} route */
function controllerOf({ method, path }) {
  class ThingController {
    /** @param {string} id */
    answer(id) {
      return { id };
    }
  }
  decorate(ThingController, nest.Controller(), {
    answer: [METHODS[method](path), parameter(0, nest.Param('id'))],
  });
  return ThingController;
}

/** @type {import('../../suite.mjs').Serve} */
export async function serve(scenario) {
  const { count, layers } = sizeOf(scenario);
  class Api {}
  decorate(Api, nest.Module({ controllers: [...routes(count).map(controllerOf), PaymentController] }));

  const app = await NestFactory.create(Api, new FastifyAdapter(), { logger: false });
  for (let layer = 0; layer < layers; layer++) {
    app.use((/** @type {unknown} */ _req, /** @type {unknown} */ _res, /** @type {() => void} */ next) =>
      next(),
    );
  }
  return app.listen(0, '127.0.0.1');
}
