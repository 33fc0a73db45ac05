/** A map to point at a place. Without a tile address it draws a grid of coordinates and needs no network. */
import { CircleMarker, Control, GridLayer, type LatLngLiteral, Map as LeafletMap, TileLayer } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useRef } from 'react';
import { mapTiles } from '#platform/web/identity.ts';
import classes from './lotes.module.css';

const ZOOM = 15;
/** Where the map opens for a lot without coordinates. */
const CENTRE: LatLngLiteral = { lat: 20.7155, lng: -100.4455 };
/** About eleven centimetres. */
const DECIMALS = 6;

const rounded = (degrees: number): number => Number(degrees.toFixed(DECIMALS));

/** Tiles with a line at each edge and the coordinates of their corner. */
class CoordinateGrid extends GridLayer {
  protected override createTile(coords: { x: number; y: number; z: number }): HTMLElement {
    const tile = document.createElement('div');
    tile.className = classes.tile ?? '';
    const size = this.getTileSize();
    const corner = this._map.unproject([coords.x * size.x, coords.y * size.y], coords.z);
    tile.textContent = `${corner.lat.toFixed(4)}, ${corner.lng.toFixed(4)}`;
    return tile;
  }
}

interface Props {
  point: LatLngLiteral | undefined;
  onPoint: (point: LatLngLiteral) => void;
}

export default function Mapa({ point, onPoint }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<LeafletMap>(null);
  const marker = useRef<CircleMarker>(null);
  const latest = useRef(onPoint);
  const first = useRef(point ?? CENTRE);
  useEffect(() => {
    latest.current = onPoint;
  });

  useEffect(() => {
    if (!box.current) return;
    const drawn = new LeafletMap(box.current, { zoomControl: false, attributionControl: mapTiles !== '' });
    drawn.setView(first.current, ZOOM);
    new Control.Zoom({ zoomInTitle: 'Acercar', zoomOutTitle: 'Alejar' }).addTo(drawn);
    const layer = mapTiles === '' ? new CoordinateGrid() : new TileLayer(mapTiles, { maxZoom: 19 });
    layer.addTo(drawn);
    drawn.on('click', ({ latlng }) => {
      const { lat, lng } = latlng.wrap();
      latest.current({ lat: rounded(lat), lng: rounded(lng) });
    });
    map.current = drawn;
    return () => {
      map.current = null;
      marker.current = null;
      drawn.remove();
    };
  }, []);

  const lat = point?.lat;
  const lng = point?.lng;
  useEffect(() => {
    const drawn = map.current;
    if (!drawn) return;
    if (lat === undefined || lng === undefined || Math.abs(lat) > 90 || Math.abs(lng) > 180) {
      marker.current?.remove();
      marker.current = null;
      return;
    }
    const place = { lat, lng };
    if (marker.current) marker.current.setLatLng(place);
    else marker.current = new CircleMarker(place, { radius: 9, className: classes.marker ?? '' }).addTo(drawn);
    // Coordinates that were typed may be out of sight.
    if (!drawn.getBounds().contains(place)) drawn.setView(place);
  }, [lat, lng]);

  return (
    <>
      <p className={classes.hint}>
        Haga clic en el mapa para fijar la ubicación del lote, o escriba sus coordenadas.
        {mapTiles === ''
          ? ' El mapa muestra una cuadrícula de coordenadas porque no hay un servicio de mapas configurado.'
          : ''}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: no element stands for a map */}
      <div ref={box} className={classes.map} role="group" aria-label="Mapa de la ubicación del lote" />
    </>
  );
}
