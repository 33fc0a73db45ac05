/** The files that a table leaves as. Papers are drawn above the platform; the composition root provides who draws them. */
import { type ComponentType, createContext } from 'react';
import type { ScreenColumn } from '../../../listing.ts';

export interface ListFilesProps {
  /** Of the paper and the sheet, and the name of the files. */
  title: string;
  /** Measured over the rows when a file is asked for. */
  columns: readonly ScreenColumn<unknown>[];
  /** As they are shown, on all pages: sorted, and those that the search leaves. */
  rows: readonly unknown[];
  /** What was searched for, '' for nothing: a file that leaves something out says so. */
  query: string;
}

export const ListFilesContext = createContext<ComponentType<ListFilesProps> | null>(null);
