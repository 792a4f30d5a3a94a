CREATE TABLE `artifacts` (
	`id` text PRIMARY KEY NOT NULL,
	`uri` text NOT NULL,
	`map_id` text NOT NULL,
	`run_id` text NOT NULL,
	`path` text NOT NULL,
	`mime_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`role` text NOT NULL,
	`stage` text NOT NULL,
	`label` text,
	`bbox` text,
	`created_at` text NOT NULL,
	`superseded_by` text,
	FOREIGN KEY (`map_id`) REFERENCES `maps`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `artifacts_uri_unique` ON `artifacts` (`uri`);--> statement-breakpoint
CREATE INDEX `artifacts_run` ON `artifacts` (`run_id`);--> statement-breakpoint
CREATE INDEX `artifacts_current` ON `artifacts` (`map_id`) WHERE superseded_by is null;--> statement-breakpoint
CREATE TABLE `bundles` (
	`id` text PRIMARY KEY NOT NULL,
	`uri` text NOT NULL,
	`path` text NOT NULL,
	`bytes` integer NOT NULL,
	`map_id` text,
	`revision` integer,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bundles_uri_unique` ON `bundles` (`uri`);--> statement-breakpoint
CREATE TABLE `georefs` (
	`map_id` text NOT NULL,
	`revision` integer NOT NULL,
	`uri` text NOT NULL,
	`path` text NOT NULL,
	`bytes` integer NOT NULL,
	`source_sha256` text NOT NULL,
	`document` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`map_id`, `revision`),
	FOREIGN KEY (`map_id`) REFERENCES `maps`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `georefs_uri_unique` ON `georefs` (`uri`);--> statement-breakpoint
CREATE TABLE `maps` (
	`id` text PRIMARY KEY NOT NULL,
	`path` text NOT NULL,
	`mime_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`mtime_ms` real NOT NULL,
	`sha256` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`orientation` integer NOT NULL,
	`pages` integer NOT NULL,
	`page` integer NOT NULL,
	`created_at` text NOT NULL,
	`run_id` text,
	`revision` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `maps_path_page` ON `maps` (`path`,`page`);--> statement-breakpoint
CREATE TABLE `overlays` (
	`id` text PRIMARY KEY NOT NULL,
	`uri` text NOT NULL,
	`path` text NOT NULL,
	`mime_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`map_id` text,
	`revision` integer,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `overlays_uri_unique` ON `overlays` (`uri`);--> statement-breakpoint
CREATE TABLE `runs` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`map_id` text NOT NULL,
	`created_at` text NOT NULL,
	`source_sha256` text NOT NULL,
	`detector_id` text NOT NULL,
	`payload` text NOT NULL,
	FOREIGN KEY (`map_id`) REFERENCES `maps`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `runs_id_unique` ON `runs` (`id`);--> statement-breakpoint
CREATE INDEX `runs_key` ON `runs` (`map_id`,`source_sha256`,`detector_id`);