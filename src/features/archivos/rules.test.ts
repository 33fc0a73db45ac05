import { describe, expect, it } from 'vitest';
import { JPEG_END, jpeg, jpegHead, PNG_END, png, pngHead } from '#test/pictures.ts';
import { IMAGE_SIDE_MAX, imageFacts, NOT_A_PDF, refusalOfImage, refusalOfPdf, shownName } from './rules.ts';

const whole = (head: Iterable<number>, ...rest: (readonly number[])[]) => Uint8Array.from([...head, ...rest.flat()]);

describe('imageFacts', () => {
  it('reads type and size from the bytes', () => {
    expect(imageFacts(png(800, 600))).toEqual({ mime: 'image/png', width: 800, height: 600 });
    expect(imageFacts(jpeg(640, 480))).toEqual({ mime: 'image/jpeg', width: 640, height: 480 });
    // Progressive, as many cameras write.
    expect(imageFacts(whole(jpegHead(4000, 3000, 0xc2)))).toEqual({ mime: 'image/jpeg', width: 4000, height: 3000 });
  });

  it('reads them also where the bytes are part of a larger buffer', () => {
    const buffer = Buffer.concat([Buffer.from('xxxxx'), png(5, 7)]).subarray(5);
    expect(imageFacts(buffer)).toMatchObject({ width: 5, height: 7 });
  });

  it('takes nothing else, and nothing cut short', () => {
    const head = whole(jpegHead(640, 480));
    for (let length = 0; length < head.length - 4; length += 1)
      expect(imageFacts(head.slice(0, length))).toBeUndefined();
    expect(imageFacts(png(1, 1).slice(0, 20))).toBeUndefined();
    expect(imageFacts(new TextEncoder().encode('<svg/>'))).toBeUndefined();
    expect(imageFacts(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]))).toBeUndefined();
  });
});

it('refuses pictures that would unpack to too much', () => {
  expect(refusalOfImage(png(8000, 7000))).toBeUndefined();
  expect(refusalOfImage(png(10_000, 10_000))).toMatch(/demasiados pixeles/);
  expect(refusalOfImage(png(IMAGE_SIDE_MAX + 1, 1))).toMatch(/demasiados pixeles/);
  expect(refusalOfImage(png(0, 5))).toMatch(/dañada/);
  expect(refusalOfImage(new Uint8Array(4))).toMatch(/no es una imagen/);
});

it('refuses pictures that end before they do, and takes what cameras write behind them', () => {
  const pictures = [png(3, 2), jpeg(3, 2)];
  for (const picture of pictures) {
    expect(refusalOfImage(picture)).toBeUndefined();
    expect(refusalOfImage(whole(picture, [1, 2, 3, 4]))).toBeUndefined();
    for (let length = 0; length < picture.length; length += 1)
      expect(refusalOfImage(picture.slice(0, length)), String(length)).toMatch(/dañada|no es una imagen/);
  }
  expect(refusalOfImage(whole(pngHead(3, 2), PNG_END))).toMatch(/dañada/);
  expect(refusalOfImage(whole(pngHead(3, 2), [0xff, 0xff, 0xff, 0xff], PNG_END))).toMatch(/dañada/);
  expect(refusalOfImage(whole(jpegHead(3, 2), JPEG_END))).toMatch(/dañada/);
});

it('takes for a PDF what begins as one and comes to its end', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect(refusalOfPdf(bytes('%PDF-1.7\n…\n%%EOF\n'))).toBeUndefined();
  expect(refusalOfPdf(bytes('%PDF-1.7\n…\n%%EO'))).toMatch(/dañado o incompleto/);
  for (const text of ['', '%PDF', ' %PDF-1.7', '<html>%PDF-1.7', 'PK\u0003\u0004']) {
    expect(refusalOfPdf(bytes(text))).toBe(NOT_A_PDF);
  }
});

it('shows a name without its folders and without what is no character of a name', () => {
  expect(shownName('C:\\fotos\\casa 1.png', 'image/png')).toBe('casa 1.png');
  expect(shownName('../../etc/passwd', 'image/png')).toBe('passwd.png');
  expect(shownName('a\r\nb\u202E.png', 'image/png')).toBe('ab.png');
  expect(shownName('///', 'image/png')).toBe('archivo.png');
  expect(shownName('', 'application/pdf')).toBe('archivo.pdf');
  expect(shownName(`${'x'.repeat(300)}.png`, 'image/png')).toHaveLength(120);
  for (const name of ['😀'.repeat(60), '😀'.repeat(200), `${'😀'.repeat(200)}x`]) {
    for (const [ending, mime] of [
      ['.png', 'image/png'],
      ['.jpeg', 'image/jpeg'],
      ['', 'text/plain'],
    ] as const) {
      expect(shownName(name + ending, mime).isWellFormed()).toBe(true);
    }
  }
});

it('ends a name as what the file holds, whatever it was called', () => {
  expect(shownName('factura.exe', 'image/png')).toBe('factura.png');
  expect(shownName('foto.png', 'image/jpeg')).toBe('foto.jpg');
  expect(shownName('foto.JPEG', 'image/jpeg')).toBe('foto.JPEG');
  expect(shownName('foto.jpg.html', 'image/jpeg')).toBe('foto.jpg.jpg');
  expect(shownName('casa 1.2', 'image/jpeg')).toBe('casa 1.jpg');
  expect(shownName('constancia', 'application/pdf')).toBe('constancia.pdf');
  expect(shownName('constancia.exe. . ', 'application/pdf')).toBe('constancia.pdf');
  expect(shownName('.htaccess', 'application/pdf')).toBe('.htaccess.pdf');
  expect(shownName('a.pdf/.exe', 'application/pdf')).toBe('archivo.pdf');
});
