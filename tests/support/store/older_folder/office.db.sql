PRAGMA user_version=0;
BEGIN TRANSACTION;
CREATE TABLE clerk (
	name VARCHAR NOT NULL, 
	pin VARCHAR NOT NULL, 
	is_active BOOLEAN NOT NULL, 
	added_at DATETIME NOT NULL, 
	in_charge BOOLEAN, 
	PRIMARY KEY (name)
);
INSERT INTO "clerk" VALUES('Asha Rao','scrypt$32768$8$3$0a85d7c568c6c8cda3469b8bf6d724fa$c5899cf6884c206c54e38bb33cbbb5dbdcc5c21383ba3dac87820ae32e2b4462',1,'2026-11-30 02:00:02.988094',NULL);
CREATE TABLE closed_day (
	number INTEGER NOT NULL, 
	agent_id VARCHAR NOT NULL, 
	day DATE NOT NULL, 
	desk VARCHAR NOT NULL, 
	closed_by VARCHAR NOT NULL, 
	closed_at DATETIME NOT NULL, 
	until DATETIME NOT NULL, 
	report TEXT NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE (agent_id, day)
);
INSERT INTO "closed_day" VALUES(1,'900017','2026-11-30','','Asha Rao','2026-11-30 02:00:05.444042','2026-11-30 02:00:05.444042','{"day":"2026-11-30","agent_id":"900017","since":"2026-11-30T00:00:00Z","until":"2026-11-30T02:00:05.444042Z","currency":"INR","figures":{"sales":3,"pax":6,"value":"22732.50","cash":"20737.50","credit":"0.00","debited":"20737.50","margin":"1995.00","untold":0,"unstated":[]},"modules":[{"module":"ACTIVITY","figures":{"sales":2,"pax":4,"value":"17640.00","cash":"15960.00","credit":"0.00","debited":"15960.00","margin":"1680.00","untold":0,"unstated":[]},"products":[{"name":"Discover scuba dive, Elephant Beach","figures":{"sales":2,"pax":4,"value":"17640.00","cash":"15960.00","credit":"0.00","debited":"15960.00","margin":"1680.00","untold":0,"unstated":[]},"refunds":{"count":0,"refunded":"0","charges":"0","untold":0,"given_back":"0","margin":"0","unsaid":0}}]},{"module":"BOAT","figures":{"sales":1,"pax":2,"value":"5092.50","cash":"4777.50","credit":"0.00","debited":"4777.50","margin":"315.00","untold":0,"unstated":[]},"products":[{"name":"Swaraj Dweep day return","figures":{"sales":1,"pax":2,"value":"5092.50","cash":"4777.50","credit":"0.00","debited":"4777.50","margin":"315.00","untold":0,"unstated":[]},"refunds":{"count":0,"refunded":"0","charges":"0","untold":0,"given_back":"0","margin":"0","unsaid":0}}]}],"clerks":[{"name":"Asha Rao","figures":{"sales":3,"pax":6,"value":"22732.50","cash":"20737.50","credit":"0.00","debited":"20737.50","margin":"1995.00","untold":0,"unstated":[]},"refunds":{"count":1,"refunded":"1995.00","charges":"1995.00","untold":0,"given_back":"1500.50","margin":"494.50","unsaid":0}}],"refunds":{"count":1,"refunded":"1995.00","charges":"1995.00","untold":0,"given_back":"1500.50","margin":"494.50","unsaid":0},"rows":[{"kind":"sale","request_id":"ac1-88013c2f-01M8N2WG4VP0VZJEE9Y2BZS0FY","agent_id":"900017","at":"2026-11-30T02:00:04.136118Z","sent_at":"2026-11-30T02:00:04.087843Z","rested_at":"2026-11-30T02:00:04.136118Z","is_open":false,"module":"ACTIVITY","title":"Discover scuba dive, Elephant Beach","booking_ref":"PRACJDCWT5","travels_on":"2026-12-01","window":"11:30 – 13:30","qty":3,"value":"13230.00","debited":"11970.00","from_cash":"11970.00","from_credit":"0.00","refund":null,"charge":null,"given_back":null,"reference":"","reason":"","sold_on":null,"clerk":"Asha Rao","desk":"88013c2f","currency":"INR","ahead":"P1DT3H11M0.218142S"},{"kind":"sale","request_id":"ac1-88013c2f-01M8N2WGCH68KGNEE0HAP8JGD8","agent_id":"900017","at":"2026-11-30T02:00:04.391733Z","sent_at":"2026-11-30T02:00:04.318983Z","rested_at":"2026-11-30T02:00:04.391733Z","is_open":false,"module":"BOAT","title":"Swaraj Dweep day return","booking_ref":"PRBTXYW14E","travels_on":"2026-12-02","window":"07:15 – 17:30","qty":2,"value":"5092.50","debited":"4777.50","from_cash":"4777.50","from_credit":"0.00","refund":null,"charge":null,"given_back":null,"reference":"","reason":"","sold_on":null,"clerk":"Asha Rao","desk":"88013c2f","currency":"INR","ahead":"P1DT3H11M0.218054S"},{"kind":"sale","request_id":"ac1-88013c2f-01M8N2WGK88H08NFHPPAHXF6S0","agent_id":"900017","at":"2026-11-30T02:00:04.583697Z","sent_at":"2026-11-30T02:00:04.518834Z","rested_at":"2026-11-30T02:00:04.583697Z","is_open":false,"module":"ACTIVITY","title":"Discover scuba dive, Elephant Beach","booking_ref":"PRAC9GB5EQ","travels_on":"2026-12-01","window":"13:00 – 15:00","qty":1,"value":"4410.00","debited":"3990.00","from_cash":"3990.00","from_credit":"0.00","refund":null,"charge":null,"given_back":null,"reference":"","reason":"","sold_on":null,"clerk":"Asha Rao","desk":"88013c2f","currency":"INR","ahead":"P1DT3H11M0.218116S"},{"kind":"cancellation","request_id":"ac1-88013c2f-01M8N2WGZ1W9ZTEYSWCPEYJPWA","agent_id":"900017","at":"2026-11-30T02:00:04.915175Z","sent_at":"2026-11-30T02:00:04.884206Z","rested_at":"2026-11-30T02:00:04.915175Z","is_open":false,"module":"ACTIVITY","title":"Discover scuba dive, Elephant Beach","booking_ref":"PRACJDCWT5","travels_on":"2026-12-01","window":"11:30 – 13:30","qty":1,"value":null,"debited":null,"from_cash":null,"from_credit":null,"refund":"1995.00","charge":"1995.00","given_back":"1500.50","reference":"PRACTICE-RF-900104","reason":"","sold_on":"2026-11-30","clerk":"Asha Rao","desk":"88013c2f","currency":"INR","ahead":"P1DT3H10M59.181127S"}],"wallet":null,"unread":0,"shifts":[{"clerk":"Asha Rao","opened_at":"2026-11-30T02:00:03.450390Z","closed_at":null,"opened":{"at":"2026-11-30T02:00:03.450390Z","cash":"100000.00","credit_used":"0.00","told_at":null,"took":"PT0S","desk":""},"closed":null}],"desks":["88013c2f"],"is_unordered":false,"service_day":"2026-12-01","unread_net":"0","ledger":{"compared":4,"uncompared":1,"findings":[]},"readings":14}');
CREATE TABLE desk_name (
	desk VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	PRIMARY KEY (desk)
);
CREATE TABLE office_about (
	version INTEGER NOT NULL
);
INSERT INTO "office_about" VALUES(1);
CREATE TABLE office_change (
	number INTEGER NOT NULL, 
	desk VARCHAR NOT NULL, 
	at DATETIME NOT NULL, 
	changed_by VARCHAR NOT NULL, 
	what VARCHAR NOT NULL, 
	about VARCHAR NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE (desk, at)
);
INSERT INTO "office_change" VALUES(1,'','2026-11-30 02:00:02.988094','','clerk_added','Asha Rao');
CREATE TABLE shift (
	number INTEGER NOT NULL, 
	desk VARCHAR NOT NULL, 
	clerk VARCHAR NOT NULL, 
	opened_at DATETIME NOT NULL, 
	closed_at DATETIME, 
	opened_cash VARCHAR, 
	opened_credit_used VARCHAR, 
	closed_cash VARCHAR, 
	closed_credit_used VARCHAR, 
	PRIMARY KEY (number)
);
INSERT INTO "shift" VALUES(1,'','Asha Rao','2026-11-30 02:00:03.450390',NULL,'100000.00','0.00',NULL,NULL);
CREATE TABLE wallet_reading (
	number INTEGER NOT NULL, 
	desk VARCHAR NOT NULL, 
	agent_id VARCHAR NOT NULL, 
	read_at DATETIME NOT NULL, 
	cash VARCHAR NOT NULL, 
	credit_limit VARCHAR NOT NULL, 
	credit_used VARCHAR NOT NULL, 
	credit_left VARCHAR NOT NULL, 
	currency VARCHAR NOT NULL, 
	told_at DATETIME, 
	took_ms INTEGER, 
	PRIMARY KEY (number), 
	UNIQUE (desk, read_at)
);
INSERT INTO "wallet_reading" VALUES(1,'','900017','2026-11-30 02:00:03.781806','100000.00','50000.00','0.00','50000.00','INR','2026-12-01 05:11:04.000172',326);
INSERT INTO "wallet_reading" VALUES(2,'','900017','2026-11-30 02:00:03.823675','100000.00','50000.00','0.00','50000.00','INR','2026-12-01 05:11:04.042041',10);
INSERT INTO "wallet_reading" VALUES(3,'','900017','2026-11-30 02:00:03.928918','100000.00','50000.00','0.00','50000.00','INR','2026-12-01 05:11:04.147284',25);
INSERT INTO "wallet_reading" VALUES(4,'','900017','2026-11-30 02:00:04.187787','88030.00','50000.00','0.00','50000.00','INR','2026-12-01 05:11:04.406153',9);
INSERT INTO "wallet_reading" VALUES(5,'','900017','2026-11-30 02:00:04.236185','88030.00','50000.00','0.00','50000.00','INR','2026-12-01 05:11:04.454552',13);
INSERT INTO "wallet_reading" VALUES(6,'','900017','2026-11-30 02:00:04.410504','83252.50','50000.00','0.00','50000.00','INR','2026-12-01 05:11:04.628870',5);
INSERT INTO "wallet_reading" VALUES(7,'','900017','2026-11-30 02:00:04.432801','83252.50','50000.00','0.00','50000.00','INR','2026-12-01 05:11:04.651167',5);
INSERT INTO "wallet_reading" VALUES(8,'','900017','2026-11-30 02:00:04.454074','83252.50','50000.00','0.00','50000.00','INR','2026-12-01 05:11:04.672441',6);
INSERT INTO "wallet_reading" VALUES(9,'','900017','2026-11-30 02:00:04.591700','79262.50','50000.00','0.00','50000.00','INR','2026-12-01 05:11:04.810066',5);
INSERT INTO "wallet_reading" VALUES(10,'','900017','2026-11-30 02:00:04.821751','79262.50','50000.00','0.00','50000.00','INR','2026-12-01 05:11:04.003047',18);
INSERT INTO "wallet_reading" VALUES(11,'','900017','2026-11-30 02:00:04.951953','81257.50','50000.00','0.00','50000.00','INR','2026-12-01 05:11:04.133248',35);
INSERT INTO "wallet_reading" VALUES(12,'','900017','2026-11-30 02:00:05.312303','81257.50','50000.00','0.00','50000.00','INR','2026-12-01 05:11:04.493599',14);
INSERT INTO "wallet_reading" VALUES(13,'','900017','2026-11-30 02:00:05.399341','81257.50','50000.00','0.00','50000.00','INR','2026-12-01 05:11:04.580637',6);
INSERT INTO "wallet_reading" VALUES(14,'','900017','2026-11-30 02:00:05.443663','81257.50','50000.00','0.00','50000.00','INR','2026-12-01 05:11:04.624959',5);
INSERT INTO "wallet_reading" VALUES(15,'','900017','2026-12-01 02:00:05.800739','81257.50','50000.00','0.00','50000.00','INR','2026-12-02 05:11:04.982035',8);
INSERT INTO "wallet_reading" VALUES(16,'','900017','2026-12-01 02:00:05.927169','81257.50','50000.00','0.00','50000.00','INR','2026-12-02 05:11:04.025621',25);
CREATE TABLE wrong_pins (
	number INTEGER NOT NULL, 
	last_at DATETIME
);
CREATE INDEX wallet_reading_by_time ON wallet_reading (agent_id, read_at);
CREATE INDEX shift_by_time ON shift (desk, opened_at);
CREATE INDEX office_change_by_time ON office_change (at);
COMMIT;
