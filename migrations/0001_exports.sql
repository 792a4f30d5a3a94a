CREATE TABLE `exports` (
	`id` text PRIMARY KEY NOT NULL,
	`uri` text NOT NULL,
	`path` text NOT NULL,
	`mime_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`format` text NOT NULL,
	`map_id` text,
	`revision` integer,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `exports_uri_unique` ON `exports` (`uri`);