PRAGMA user_version=1;
BEGIN TRANSACTION;
CREATE TABLE quotation (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  last_day TEXT NOT NULL,
  name TEXT NOT NULL,
  phone TEXT NOT NULL,
  email TEXT NOT NULL,
  people TEXT NOT NULL,
  trips TEXT NOT NULL
);
INSERT INTO "quotation" VALUES(1,'2026-11-30T02:00:05.328974+00:00','2026-12-01','Priya Raman','9876501234','priya.raman@example.com','[]','[{"is_boat":false,"product_id":9001,"slot_id":90002,"title":"Discover scuba dive, Elephant Beach","place":"Swaraj Dweep","day":"2026-12-01","starts":"11:30:00","ends":"13:30:00","window":"11:30:00 - 13:30:00","slot":"Midday dive","qty":2,"price":{"currency":"INR","lines":[{"label":"","count":2,"fare":"4200.00","total":"8400.00"}],"gst_percentage":"5.00","gst":"420.00","total":"8820.00"},"people":[],"cancellation":"Free up to 24 hours before the slot. Half of the fare after that. No refund for a no-show.","needs_documents":false,"read_at":"2026-11-30T02:00:05.328840Z"}]');
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('quotation',1);
COMMIT;
