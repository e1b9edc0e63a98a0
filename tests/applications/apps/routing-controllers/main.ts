import 'reflect-metadata';
import { IsInt, IsString, MaxLength } from 'class-validator';
import type { NextFunction, Request, Response } from 'express';
import {
  Authorized,
  BadRequestError,
  Body,
  BodyParam,
  Controller,
  CookieParam,
  CurrentUser,
  createExpressServer,
  Delete,
  type ExpressErrorMiddlewareInterface,
  type ExpressMiddlewareInterface,
  Get,
  Header,
  HeaderParam,
  HttpCode,
  HttpError,
  Interceptor,
  type InterceptorInterface,
  JsonController,
  Middleware,
  NotFoundError,
  OnUndefined,
  Param,
  Params,
  Post,
  Put,
  QueryParam,
  QueryParams,
  Redirect,
  Req,
  Res,
  UploadedFile,
  UseBefore,
} from 'routing-controllers';

class User {
  @IsString()
  @MaxLength(10)
  name: string;

  @IsInt()
  age: number;
}

@Middleware({ type: 'before' })
class Mark implements ExpressMiddlewareInterface {
  use(_req: Request, res: Response, next: NextFunction) {
    res.set('X-Before', 'yes');
    next();
  }
}

@Middleware({ type: 'after' })
class Failures implements ExpressErrorMiddlewareInterface {
  error(
    error: { httpCode?: number; status?: number; name: string; message: string },
    _req: Request,
    res: Response,
    _next: NextFunction,
  ) {
    const { name, message } = error;
    res.status(error.httpCode ?? error.status ?? 500).json({ name, message });
  }
}

@Interceptor()
class Count implements InterceptorInterface {
  intercept(_action: unknown, content: unknown) {
    return Array.isArray(content) ? { count: content.length, items: content } : content;
  }
}

function onlyText(req: Request, res: Response, next: NextFunction) {
  if (req.accepts('text')) next();
  else res.sendStatus(406);
}

@JsonController('/users')
class UserController {
  #users = [{ id: 1, name: 'Ann', age: 30 }];

  @Get()
  list(@QueryParams() query: Record<string, string>) {
    return query.name === undefined ? this.#users : this.#users.filter(({ name }) => name === query.name);
  }

  @Get('/slow')
  async slow() {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return { slow: true };
  }

  @Get('/nothing')
  nothing() {
    return undefined;
  }

  @Get('/empty')
  @OnUndefined(204)
  empty() {}

  @Get('/null')
  nullValue() {
    return null;
  }

  @Get('/me')
  @Authorized('admin')
  me(@CurrentUser() user: string) {
    return { user };
  }

  @Get('/:id')
  one(@Param('id') id: number) {
    const user = this.#users.find((each) => each.id === id);
    if (user === undefined) throw new NotFoundError(`No user ${id}`);
    return user;
  }

  @Post()
  @HttpCode(201)
  create(@Body() user: User) {
    const created = { id: this.#users.length + 1, ...user };
    this.#users.push(created);
    return created;
  }

  @Put('/:id')
  update(@Param('id') id: number, @BodyParam('name', { required: true }) name: string) {
    return { id, name };
  }

  @Delete('/:id')
  @OnUndefined(204)
  remove(@Param('id') id: number) {
    this.#users = this.#users.filter((user) => user.id !== id);
  }
}

@Controller()
class PageController {
  @Get('/page')
  @Header('X-Page', 'yes')
  page() {
    return '<h1>A page</h1>';
  }

  @Get('/old')
  @Redirect('/page')
  old() {}

  @Get('/text')
  @UseBefore(onlyText)
  text(
    @QueryParam('n') n: number,
    @HeaderParam('X-Custom') custom: string,
    @CookieParam('flavor') flavor: string,
  ) {
    return `${typeof n} ${n} ${custom} ${flavor}`;
  }

  @Get('/files/:folder/:name')
  file(@Params() params: { folder: string; name: string }) {
    return `${params.folder}|${params.name}`;
  }

  @Get('/own')
  own(@Req() req: Request, @Res() res: Response) {
    return res.status(202).send(`own ${req.path}`);
  }

  @Get('/buffer')
  buffer() {
    return Buffer.from('bytes');
  }

  @Get('/bad')
  bad() {
    throw new BadRequestError('refused');
  }

  @Get('/teapot')
  teapot() {
    throw new HttpError(418, 'short and stout');
  }

  @Get('/crash')
  crash() {
    throw new Error('unexpected');
  }

  @Post('/upload')
  upload(@UploadedFile('file') file: { originalname: string; size: number }) {
    return `${file.originalname} ${file.size}`;
  }
}

const app = createExpressServer({
  controllers: [UserController, PageController],
  middlewares: [Mark, Failures],
  // The default one calls next(error) after the response, for which Express cuts the connection.
  defaultErrorHandler: false,
  interceptors: [Count],
  cors: false,
  development: true,
  authorizationChecker: async ({ request }: { request: Request }) =>
    request.get('Authorization') !== undefined,
  currentUserChecker: async ({ request }: { request: Request }) => request.get('Authorization'),
});
app.listen(Number(process.env.PORT), '127.0.0.1');
