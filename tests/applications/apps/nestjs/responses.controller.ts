import {
  All,
  Controller,
  Get,
  Ip,
  Next,
  Post,
  Render,
  Req,
  Res,
  Sse,
  StreamableFile,
  UploadedFile,
  UploadedFiles,
  UseGuards,
  UseInterceptors,
  Version,
} from '@nestjs/common';
import { FileInterceptor, FilesInterceptor } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { delay, from, map } from 'rxjs';
import { RolesGuard, WrapInterceptor } from './layers';

@Controller('responses')
export class ResponsesController {
  @Get('express')
  express(@Req() req: Request, @Res() res: Response) {
    res
      .status(202)
      .set('X-Host', req.hostname)
      .cookie('seen', 'yes', { httpOnly: true })
      .json({
        url: req.url,
        originalUrl: req.originalUrl,
        path: req.path,
        query: req.query,
        protocol: req.protocol,
        route: (req.route as { path: string }).path,
      });
  }

  @Get('passthrough')
  passthrough(@Res({ passthrough: true }) res: Response) {
    res.status(206).type('text/html');
    return '<p>passed through</p>';
  }

  @Get('next')
  next(@Next() next: NextFunction) {
    next();
  }

  @Get('format')
  format(@Res() res: Response) {
    res.format({ html: () => res.send('<b>html</b>'), json: () => res.json({ kind: 'json' }) });
  }

  @Get('render')
  @Render('page.txt')
  render() {
    return { name: 'Ann' };
  }

  @Get('stream')
  stream() {
    return new StreamableFile(Buffer.from('streamed bytes'), {
      type: 'text/plain',
      disposition: 'attachment; filename="a.txt"',
      length: 14,
    });
  }

  @Get('download')
  download(@Res() res: Response) {
    res.download(`${process.cwd()}/note.txt`, 'renamed.txt');
  }

  @Sse('events')
  events() {
    return from([1, 2, 3]).pipe(
      delay(5),
      map((count) => ({ data: { count }, id: `${count}` })),
    );
  }

  @Get('guarded')
  @UseGuards(RolesGuard)
  guarded() {
    return { secret: 42 };
  }

  @Get('wrapped')
  @UseInterceptors(WrapInterceptor)
  wrapped(@Ip() ip: string) {
    return { ip };
  }

  @Get('undefined')
  nothing() {
    return undefined;
  }

  @Get('null')
  nullValue() {
    return null;
  }

  @Get('number')
  number() {
    return 7;
  }

  @Get('throws')
  throws() {
    throw new TypeError('unexpected');
  }

  @Get('teapot')
  async teapot() {
    throw Object.assign(new Error('short and stout'), { status: 418, statusCode: 418 });
  }

  @All('all')
  all(@Req() req: Request) {
    return { method: req.method };
  }

  @Post('raw')
  raw(@Req() req: Request & { rawBody?: Buffer }) {
    return { length: req.rawBody?.length, body: req.body };
  }

  @Post('file')
  @UseInterceptors(FileInterceptor('file', { limits: { fileSize: 100 } }))
  file(@UploadedFile() file: Express.Multer.File, @Req() req: Request) {
    return {
      name: file.originalname,
      size: file.size,
      text: file.buffer.toString(),
      fields: { ...req.body },
    };
  }

  @Post('files')
  @UseInterceptors(FilesInterceptor('files', 2))
  files(@UploadedFiles() files: Express.Multer.File[]) {
    return files.map(({ originalname, size }) => ({ originalname, size }));
  }
}

@Controller({ path: 'versioned', version: '1' })
export class VersionedController {
  @Get()
  first() {
    return { version: 1 };
  }

  @Version('2')
  @Get()
  second() {
    return { version: 2 };
  }
}
