/* Changes to the start of OCaml's runtime. */

#define CAML_INTERNALS
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <caml/codefrag.h>
#include <caml/fix_code.h>

/* The compiler allocates much and keeps most of it. A minor heap of a million words and an initial heap
   of four million reduce the number of collections. OCAMLRUNPARAM overrides this. */
__attribute__((constructor)) static void size_heaps(void)
{
  setenv("CAMLRUNPARAM", "s=1M,h=4M", 0);
}

int __real_caml_register_code_fragment(char *, char *, enum digest_status, unsigned char *);

/* At each start the runtime computes a digest of the whole program, for marshalling closures. That takes
   4 ms and is hardly ever used. The runtime can also compute it when needed. */
int __wrap_caml_register_code_fragment(char *start, char *end, enum digest_status digest_kind,
                                       unsigned char *digest)
{
  if (digest_kind == DIGEST_NOW) digest_kind = DIGEST_LATER;
  return __real_caml_register_code_fragment(start, end, digest_kind, digest);
}

/* At each start the runtime also replaces the program's instructions by the offsets of their code in its
   interpreter, which are the same at every start of this file. So the build does it once: it runs the
   program with the name of its own file, and the program writes a copy with the replaced instructions. */

static struct { char name[32]; volatile int is_done; } translation =
  { "the translation of the program: ", 0 };

static void fail(const char *what)
{
  fprintf(stderr, "the program cannot be translated: %s\n", what);
  exit(1);
}

/* Returns where these bytes are in the file, if they occur exactly once. */
static char *find(char *file, size_t size, const void *bytes, size_t length)
{
  char *found = memmem(file, size, bytes, length);
  if (found == NULL) fail("it is not in the file");
  size_t left = size - (size_t) (found + 1 - file);
  if (memmem(found + 1, left, bytes, length) != NULL) fail("it is in the file twice");
  return found;
}

static char *read_file(const char *name, size_t *size)
{
  FILE *stream = fopen(name, "rb");
  if (stream == NULL || fseek(stream, 0, SEEK_END) != 0) fail("the file cannot be read");
  *size = (size_t) ftell(stream);
  rewind(stream);
  char *file = malloc(*size);
  if (file == NULL || fread(file, 1, *size, stream) != *size) fail("the file cannot be read");
  fclose(stream);
  return file;
}

static void write_file(const char *name, const char *file, size_t size)
{
  FILE *stream = fopen(name, "wb");
  if (stream == NULL || fwrite(file, 1, size, stream) != size || fclose(stream) != 0)
    fail("the new file cannot be written");
}

void __real_caml_thread_code(code_t, asize_t);

static void translate_file(const char *name, code_t code, asize_t length)
{
  size_t size;
  char *file = read_file(name, &size);
  char *place = find(file, size, code, length);
  char *mark = find(file, size, translation.name, sizeof translation.name);
  __real_caml_thread_code(code, length);
  memcpy(place, code, length);
  translation.is_done = 1;
  memcpy(mark, &translation, sizeof translation);
  char *translated = malloc(strlen(name) + sizeof ".translated");
  write_file(strcat(strcpy(translated, name), ".translated"), file, size);
  exit(0);
}

void __wrap_caml_thread_code(code_t code, asize_t length)
{
  if (code == caml_start_code) {
    if (translation.is_done) return;
    const char *name = getenv("TRANSLATE_PROGRAM");
    if (name != NULL) translate_file(name, code, length);
  }
  __real_caml_thread_code(code, length);
}
