import 'reflect-metadata';
import { type MiddlewareConsumer, Module, ValidationPipe, VersioningType } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { CatsController } from './cats.controller';
import { ChatGateway } from './chat.gateway';
import { MarkMiddleware, TypeErrorFilter } from './layers';
import { ResponsesController, VersionedController } from './responses.controller';

@Module({
  controllers: [CatsController, ResponsesController, VersionedController],
  providers: [ChatGateway],
})
class AppModule {
  configure(consumer: MiddlewareConsumer) {
    consumer.apply(MarkMiddleware).exclude('responses/stream').forRoutes('responses', 'cats/:id');
  }
}

async function main() {
  const app = await NestFactory.create<NestExpressApplication>(AppModule, {
    rawBody: true,
    logger: ['error', 'warn'],
  });
  app.useGlobalPipes(
    new ValidationPipe({
      transform: true,
      whitelist: true,
      transformOptions: { enableImplicitConversion: true },
    }),
  );
  app.useGlobalFilters(new TypeErrorFilter());
  app.enableVersioning({ type: VersioningType.URI });
  app.enableCors({ origin: 'http://a.example', credentials: true });
  app.useBodyParser('text');
  app.useStaticAssets(`${process.cwd()}/public`, { prefix: '/public/' });
  app.set('query parser', 'extended');
  app.engine('txt', (_path: string, options: { name: string }, done: (error: null, text: string) => void) =>
    done(null, `Hello, ${options.name}`),
  );
  app.setBaseViewsDir(process.cwd());
  const document = new DocumentBuilder().setTitle('Cats').setVersion('1.0').build();
  SwaggerModule.setup('docs', app, SwaggerModule.createDocument(app, document));
  app.enableShutdownHooks();
  await app.listen(Number(process.env.PORT), '127.0.0.1');
}

void main();
