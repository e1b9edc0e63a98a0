import { Readable } from 'node:stream';
import type { Request as ExpressRequest } from 'express';
import {
  Body,
  Controller,
  Delete,
  FormField,
  Get,
  Header,
  Middlewares,
  Patch,
  Path,
  Post,
  Put,
  Query,
  Request,
  Res,
  Response,
  Route,
  Security,
  SuccessResponse,
  type TsoaResponse,
  UploadedFile,
} from 'tsoa';

interface User {
  /** @isInt */
  id: number;
  /** @minLength 2 */
  name: string;
  kind?: 'admin' | 'guest';
}

type NewUser = Pick<User, 'name' | 'kind'>;

@Route('users')
export class UsersController extends Controller {
  /** @isInt limit */
  @Get()
  public async list(@Query() limit = 10, @Query() tags?: string[], @Query() since?: Date) {
    this.setHeader('X-Limit', `${limit}`);
    return { limit, tags, since: since?.toISOString() };
  }

  @Get('stream')
  public async stream() {
    this.setHeader('Content-Type', 'text/plain');
    return Readable.from(['one ', 'two ', 'three']);
  }

  @Get('nothing')
  public async nothing(): Promise<void> {}

  @Get('moved')
  public async moved(@Res() found: TsoaResponse<302, void, { Location: string }>): Promise<void> {
    return found(302, undefined, { Location: '/users' });
  }

  @Get('private')
  @Security('token', ['read'])
  public async secret(@Request() req: ExpressRequest & { user?: unknown }) {
    return { user: req.user, path: req.path };
  }

  @Get('crash')
  public async crash(): Promise<void> {
    throw new Error('unexpected');
  }

  @Get('marked')
  @Middlewares((_req: ExpressRequest, res: { set(name: string, value: string): void }, next: () => void) => {
    res.set('X-Marked', 'yes');
    next();
  })
  public async marked(@Header('X-Custom') custom: string) {
    return { custom };
  }

  @Get('{id}')
  public async one(@Path() id: number, @Res() missing: TsoaResponse<404, { reason: string }>): Promise<User> {
    if (id !== 1) return missing(404, { reason: `no user ${id}` });
    return { id, name: 'Ann' };
  }

  @Post()
  @SuccessResponse(201)
  @Response(422)
  public async create(@Body() user: NewUser): Promise<User> {
    this.setStatus(201);
    return { id: 2, ...user };
  }

  @Put('{id}')
  public async replace(@Path() id: number, @Body() user: NewUser): Promise<User> {
    return { id, ...user };
  }

  @Patch('{id}')
  public async change(@Path() id: number, @Body() user: Partial<NewUser>) {
    return { id, ...user };
  }

  @Delete('{id}')
  public async remove(@Path() id: number): Promise<void> {
    this.setHeader('X-Removed', `${id}`);
  }

  @Post('photo')
  public async photo(@UploadedFile() photo: Express.Multer.File, @FormField() title: string) {
    return { title, name: photo.originalname, size: photo.size };
  }
}
