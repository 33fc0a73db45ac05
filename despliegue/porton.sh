#!/bin/sh
# Portón: inicia el servidor o hace una de sus órdenes, con el Node y los paquetes que vienen con él.
set -eu
casa=$(dirname "$(readlink -f "$0")")
programa="$casa/programa"
export NODE_ENV="${NODE_ENV:-production}"
export PORTON_LANZADOR="$0"
orden="${1:-}"
[ $# -gt 0 ] && shift
case "$orden" in
  start) exec "$casa/node/node" @BANDERAS@ "$programa/src/server.ts" "$@" ;;
  @ORDENES@) exec "$casa/node/node" "$programa/src/cli/$orden.ts" "$@" ;;
  version) exec "$casa/node/node" -p "require('$programa/package.json').version" ;;
  *)
    cat >&2 <<USO
Uso: $0 start                 inicia Portón; Ctrl+C o SIGTERM lo detienen
     $0 backup [ARCHIVO]      respalda la instalación en marcha
     $0 restore ARCHIVO       restaura un respaldo en una instalación vacía
     $0 comunidad lista       comunidades: lista, crear, nombre, host, zona, color, logo…
     $0 cuenta quitar-factor  quita el segundo factor de quien perdió su teléfono
     $0 llave rotar           cambia la llave maestra
     $0 claves ARCHIVO        carga las claves que publica el SAT
     $0 verificar CODIGO      dice si una comunidad firmó un papel; rotar cambia su llave
     $0 bitacora verificar    verifica la bitácora y sus sellos
     $0 version               dice su versión
Cómo se instala y se opera: $casa/LEAME.txt; configuración y órdenes: $casa/README.md
USO
    exit 2
    ;;
esac
