PRAGMA user_version=1;
BEGIN TRANSACTION;
CREATE TABLE till_entry (
  seq INTEGER PRIMARY KEY, text TEXT NOT NULL, seal TEXT NOT NULL, hash TEXT NOT NULL
) STRICT;
INSERT INTO "till_entry" VALUES(1,'{"at":"2026-11-30T02:00:05.179006+00:00","clerk":"Asha Rao","currency":"INR","day":"2026-11-30","desk":"88013c2f","kind":"receipt","lines":[{"amount":1323000,"given":1323000,"rounding":0,"seen_by":"","way":"cash"}],"number":1,"rounding_step":100,"sales":[{"before":0,"booking_ref":"PRACJDCWT5","day":"2026-12-01","due":1323000,"gst":null,"gst_rate":"","qty":3,"request_id":"ac1-88013c2f-01M8N2WG4VP0VZJEE9Y2BZS0FY","settled":1323000,"title":"Discover scuba dive, Elephant Beach","undone":0,"when":"11:30 \u2013 13:30"}],"seq":1,"series":"A","settled_at":"2026-11-30T02:00:04.136118+00:00","year":"2627"}','unkeyed','e07f5978632503594fd9a3f83d637bf916e4377b2cf3e8bbb759ee0ca2f8b1ab');
INSERT INTO "till_entry" VALUES(2,'{"at":"2026-11-30T02:00:05.215699+00:00","clerk":"Asha Rao","currency":"INR","day":"2026-11-30","desk":"88013c2f","kind":"receipt","lines":[{"amount":100000,"given":0,"rounding":0,"seen_by":"Asha Rao","way":"upi"},{"amount":409250,"given":0,"rounding":0,"seen_by":"","way":"account"}],"number":2,"rounding_step":100,"sales":[{"before":0,"booking_ref":"PRBTXYW14E","day":"2026-12-02","due":509250,"gst":null,"gst_rate":"","qty":2,"request_id":"ac1-88013c2f-01M8N2WGCH68KGNEE0HAP8JGD8","settled":100000,"title":"Swaraj Dweep day return","undone":0,"when":"07:15 \u2013 17:30"}],"seq":2,"series":"A","settled_at":"2026-11-30T02:00:04.391733+00:00","year":"2627"}','unkeyed','3a937da31067c185fe2b5726aeab4e22416883619679a4a53c2395b3623e8991');
INSERT INTO "till_entry" VALUES(3,'{"at":"2026-11-30T02:00:05.236664+00:00","charge":10000,"clerk":"Asha Rao","currency":"INR","day":"2026-11-30","desk":"88013c2f","kind":"refund","lines":[{"amount":140050,"given":140050,"rounding":0,"seen_by":"","way":"cash"}],"number":3,"rounding_step":0,"sales":[{"before":1323000,"booking_ref":"PRACJDCWT5","day":"2026-12-01","due":-150050,"gst":null,"gst_rate":"","qty":3,"request_id":"ac1-88013c2f-01M8N2WG4VP0VZJEE9Y2BZS0FY","settled":-150050,"title":"Discover scuba dive, Elephant Beach","undone":0,"when":"11:30 \u2013 13:30"}],"seq":3,"series":"A","settled_at":"2026-11-30T02:00:04.136118+00:00","year":"2627"}','unkeyed','dee061fd3acffb1f37d2d2eb811e9556c7121dc6ffbfb2085a3624876f97a524');
INSERT INTO "till_entry" VALUES(4,'{"at":"2026-11-30T02:00:05.248677+00:00","clerk":"Asha Rao","day":"2026-11-30","desk":"88013c2f","float":200000,"kind":"opening","seq":4}','unkeyed','e9bb2f80f0436b83f60cf962ee34ddf5c41bfe9ca851217e499d30a0974f2171');
INSERT INTO "till_entry" VALUES(5,'{"amount":-15000,"at":"2026-11-30T02:00:05.269569+00:00","clerk":"Asha Rao","day":"2026-11-30","desk":"88013c2f","kind":"move","reason":"Tea","seq":5}','unkeyed','239e61277b376a8c39f8eb00043cf243867bc316be168205f1f6e34b9ccb63b6');
CREATE TABLE till_forgotten (
  request_id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
INSERT INTO "till_forgotten" VALUES('ac1-88013c2f-01M8N2WGK88H08NFHPPAHXF6S0');
CREATE TABLE till_owed (
  request_id TEXT PRIMARY KEY, seq INTEGER NOT NULL, owed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "till_owed" VALUES('ac1-88013c2f-01M8N2WG4VP0VZJEE9Y2BZS0FY',1,0);
INSERT INTO "till_owed" VALUES('ac1-88013c2f-01M8N2WGCH68KGNEE0HAP8JGD8',2,409250);
CREATE TABLE till_private (
  seq INTEGER PRIMARY KEY, kept TEXT NOT NULL
) STRICT;
INSERT INTO "till_private" VALUES(2,'{"lines": [{"reference": "4417", "account": ""}, {"reference": "", "account": "Hotel Sea Shell"}], "reason": ""}');
INSERT INTO "till_private" VALUES(3,'{"lines": [{"reference": "", "account": ""}], "reason": "Work done"}');
CREATE TABLE till_sale (
  request_id TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (request_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "till_sale" VALUES('ac1-88013c2f-01M8N2WG4VP0VZJEE9Y2BZS0FY',1);
INSERT INTO "till_sale" VALUES('ac1-88013c2f-01M8N2WG4VP0VZJEE9Y2BZS0FY',3);
INSERT INTO "till_sale" VALUES('ac1-88013c2f-01M8N2WGCH68KGNEE0HAP8JGD8',2);
CREATE UNIQUE INDEX till_receipt ON till_entry (
  json_extract(text, '$.series'), json_extract(text, '$.year'), json_extract(text, '$.number'));
CREATE INDEX till_day ON till_entry (json_extract(text, '$.day'));
CREATE INDEX till_closing ON till_entry (seq) WHERE json_extract(text, '$.closes') = 1;
CREATE TRIGGER till_stays BEFORE DELETE ON till_entry BEGIN SELECT RAISE(ABORT, 'entries stay'); END;
CREATE TRIGGER till_is_final BEFORE UPDATE ON till_entry
  BEGIN SELECT RAISE(ABORT, 'entries are final'); END;
CREATE TRIGGER till_of_sale AFTER INSERT ON till_entry BEGIN
  INSERT OR IGNORE INTO till_sale
    SELECT json_extract(value, '$.request_id'), NEW.seq FROM json_each(NEW.text, '$.sales');
END;
CREATE TRIGGER till_owes AFTER INSERT ON till_entry BEGIN
  INSERT OR REPLACE INTO till_owed
    SELECT json_extract(value, '$.request_id'), NEW.seq,
      json_extract(value, '$.due') - json_extract(value, '$.settled')
    FROM json_each(NEW.text, '$.sales')
    WHERE json_extract(value, '$.due') IS NOT NULL AND json_extract(NEW.text, '$.kind') <> 'refund';
END;
COMMIT;
