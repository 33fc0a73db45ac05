import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|svg)$/;
/** Below this a compressed copy costs more than it saves. */
const COMPRESS_FROM_BYTES = 1_000;

/** Writes .br and .gz beside every asset, once at build time; the server sends them as they are. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
        const file = join(entry.parentPath, entry.name);
        if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
        const bytes = readFileSync(file);
        if (bytes.length < COMPRESS_FROM_BYTES) continue;
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }));
      }
    },
  };
}

const ASSET = 'assets/[name]-[hash:7].js';
/** The first file names all others, and nothing compresses a hash: 42 bits tell two builds of a file apart. */
const NAMES = { entryFileNames: ASSET, chunkFileNames: ASSET, assetFileNames: 'assets/[name]-[hash:7][extname]' };

/** The resident's page is a bundle of its own, which shares no file with the back office: nothing of that is loaded by it. */
function residente(): Plugin {
  return {
    name: 'residente',
    apply: 'build',
    closeBundle: async () => {
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        plugins: [precompress()],
        build: {
          // Telephones are kept for long.
          target: 'es2020',
          outDir: 'dist',
          emptyOutDir: false,
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          rolldownOptions: { input: 'residente.html', output: NAMES },
        },
      });
    },
  };
}

export default defineConfig({
  plugins: [react(), precompress(), residente()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    // An inlined asset is a data: URL, which the policy forbids for scripts and styles.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The size that counts is held by the bench: what loads before the first screen.
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What the first screen needs in one file: fewer requests, and one file compresses better than eighteen.
        // What lists are declared with goes with the sums that it makes: the first file names each other one, and who needs it.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'] },
            { name: 'money', test: /core\/money\.ts$|platform\/listing\.ts$/ },
            // Likewise what a good part of the screens are made of: else a screen is some eighty requests for small files.
            { name: 'screens', minShareCount: 20 },
          ],
        },
        ...NAMES,
      },
    },
  },
});
