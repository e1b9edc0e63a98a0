import {
  Body,
  Controller,
  DefaultValuePipe,
  Delete,
  Get,
  Header,
  HttpCode,
  NotFoundException,
  Param,
  ParseArrayPipe,
  ParseIntPipe,
  ParseUUIDPipe,
  Patch,
  Post,
  Query,
  Redirect,
} from '@nestjs/common';
import { ApiProperty, ApiTags, PartialType } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

class CreateCat {
  @ApiProperty({ example: 'Tom' })
  @IsString()
  @MaxLength(20)
  name: string;

  @ApiProperty({ minimum: 0, maximum: 30 })
  @IsInt()
  @Min(0)
  @Max(30)
  age: number;

  @ApiProperty({ required: false })
  @IsOptional()
  @IsString()
  breed?: string;
}

class UpdateCat extends PartialType(CreateCat) {}

class Page {
  @IsOptional()
  @IsInt()
  @Min(1)
  page?: number;
}

@ApiTags('cats')
@Controller('cats')
export class CatsController {
  readonly #cats = new Map<number, CreateCat>([[1, { name: 'Tom', age: 3 }]]);

  @Get()
  list(@Query() page: Page, @Query('limit', new DefaultValuePipe(10), ParseIntPipe) limit: number) {
    return { page: page.page ?? 1, limit, cats: [...this.#cats.values()].slice(0, limit) };
  }

  @Get('by-ids')
  byIds(@Query('ids', new ParseArrayPipe({ items: Number })) ids: number[]) {
    return ids.map((id) => this.#cats.get(id) ?? null);
  }

  @Get('uuid/:uuid')
  byUuid(@Param('uuid', ParseUUIDPipe) uuid: string) {
    return { uuid };
  }

  @Get('old')
  @Redirect('/cats', 301)
  old() {}

  @Get('plain')
  @Header('Content-Type', 'text/plain')
  @Header('Cache-Control', 'no-store')
  plain() {
    return 'meow';
  }

  @Get('files/*path')
  files(@Param('path') path: string | string[]) {
    return { path };
  }

  @Get(':id')
  one(@Param('id', ParseIntPipe) id: number) {
    const cat = this.#cats.get(id);
    if (cat === undefined) throw new NotFoundException(`No cat ${id}`);
    return cat;
  }

  @Post()
  create(@Body() cat: CreateCat) {
    const id = this.#cats.size + 1;
    this.#cats.set(id, cat);
    return { id, ...cat };
  }

  @Patch(':id')
  update(@Param('id', ParseIntPipe) id: number, @Body() change: UpdateCat) {
    this.#cats.set(id, { ...(this.#cats.get(id) ?? { name: '', age: 0 }), ...change });
    return this.#cats.get(id);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Param('id', ParseIntPipe) id: number) {
    this.#cats.delete(id);
  }
}
