PRAGMA user_version=0;
BEGIN TRANSACTION;
CREATE TABLE about (
	version INTEGER NOT NULL
);
INSERT INTO "about" VALUES(2);
CREATE TABLE cancellation (
	number INTEGER NOT NULL, 
	request_id VARCHAR NOT NULL, 
	booking_ref VARCHAR NOT NULL, 
	at DATETIME NOT NULL, 
	qty INTEGER NOT NULL, 
	refund VARCHAR, 
	charge VARCHAR, 
	reference VARCHAR NOT NULL, 
	state VARCHAR NOT NULL, 
	desk VARCHAR NOT NULL, 
	clerk VARCHAR NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE (request_id)
);
INSERT INTO "cancellation" VALUES(1,'ac1-88013c2f-01M8N2WGZ1W9ZTEYSWCPEYJPWA','PRACJDCWT5','2026-11-30 02:00:04.834129',1,'1995.00','1995.00','PRACTICE-RF-900104','CANCELLED','88013c2f','Asha Rao');
CREATE TABLE customer (
	number INTEGER NOT NULL, 
	phone_key VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	phone VARCHAR NOT NULL, 
	email VARCHAR NOT NULL, 
	last_at DATETIME NOT NULL, 
	words TEXT NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE (phone_key)
);
INSERT INTO "customer" VALUES(2,'919845012377','Arjun Nair','9845012377','arjun.nair@example.com','2026-11-30 02:00:04.241815',' +919845012377 +9845012377 arjun nair ~012377 ~12377 ~19845012377 ~2377 ~45012377 ~5012377 ~845012377 ~919845012377 ~9845012377 ');
INSERT INTO "customer" VALUES(4,'919876501234','Priya Raman','9876501234','priya.raman@example.com','2026-11-30 02:00:03.995494',' +919876501234 +9876501234 priya raman ~01234 ~1234 ~19876501234 ~501234 ~6501234 ~76501234 ~876501234 ~919876501234 ~9876501234 ');
CREATE TABLE customer_period (
	number INTEGER NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "customer_period" VALUES(105707);
CREATE TABLE customer_word (
	period INTEGER NOT NULL, 
	word VARCHAR NOT NULL, 
	owner INTEGER NOT NULL, 
	PRIMARY KEY (period, word, owner), 
	FOREIGN KEY(owner) REFERENCES customer (number)
)
 WITHOUT ROWID

;
INSERT INTO "customer_word" VALUES(105707,'+919845012377',2);
INSERT INTO "customer_word" VALUES(105707,'+919876501234',4);
INSERT INTO "customer_word" VALUES(105707,'+9845012377',2);
INSERT INTO "customer_word" VALUES(105707,'+9876501234',4);
INSERT INTO "customer_word" VALUES(105707,'arjun',2);
INSERT INTO "customer_word" VALUES(105707,'nair',2);
INSERT INTO "customer_word" VALUES(105707,'priya',4);
INSERT INTO "customer_word" VALUES(105707,'raman',4);
INSERT INTO "customer_word" VALUES(105707,'~01234',4);
INSERT INTO "customer_word" VALUES(105707,'~012377',2);
INSERT INTO "customer_word" VALUES(105707,'~1234',4);
INSERT INTO "customer_word" VALUES(105707,'~12377',2);
INSERT INTO "customer_word" VALUES(105707,'~19845012377',2);
INSERT INTO "customer_word" VALUES(105707,'~19876501234',4);
INSERT INTO "customer_word" VALUES(105707,'~2377',2);
INSERT INTO "customer_word" VALUES(105707,'~45012377',2);
INSERT INTO "customer_word" VALUES(105707,'~501234',4);
INSERT INTO "customer_word" VALUES(105707,'~5012377',2);
INSERT INTO "customer_word" VALUES(105707,'~6501234',4);
INSERT INTO "customer_word" VALUES(105707,'~76501234',4);
INSERT INTO "customer_word" VALUES(105707,'~845012377',2);
INSERT INTO "customer_word" VALUES(105707,'~876501234',4);
INSERT INTO "customer_word" VALUES(105707,'~919845012377',2);
INSERT INTO "customer_word" VALUES(105707,'~919876501234',4);
INSERT INTO "customer_word" VALUES(105707,'~9845012377',2);
INSERT INTO "customer_word" VALUES(105707,'~9876501234',4);
CREATE TABLE handed (
	desk VARCHAR NOT NULL, 
	seq INTEGER NOT NULL, 
	hash VARCHAR NOT NULL, 
	PRIMARY KEY (desk)
);
INSERT INTO "handed" VALUES('88013c2f',15,'cb1acd01a76c65e2dba6a003c6f8c499a8a2023d39e9270c7da16109fe2f9ac6');
CREATE TABLE sale (
	number INTEGER NOT NULL, 
	request_id VARCHAR NOT NULL, 
	desk VARCHAR NOT NULL, 
	clerk VARCHAR NOT NULL, 
	module VARCHAR NOT NULL, 
	product_id VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	place VARCHAR NOT NULL, 
	day DATE, 
	window VARCHAR NOT NULL, 
	qty INTEGER NOT NULL, 
	released INTEGER NOT NULL, 
	booking_ref VARCHAR NOT NULL, 
	booking_id VARCHAR NOT NULL, 
	customer_name VARCHAR NOT NULL, 
	customer_phone VARCHAR NOT NULL, 
	customer_email VARCHAR NOT NULL, 
	sold_at DATETIME NOT NULL, 
	sold_on DATE NOT NULL, 
	state VARCHAR NOT NULL, 
	standing VARCHAR NOT NULL, 
	is_open BOOLEAN NOT NULL, 
	booking_status VARCHAR DEFAULT '' NOT NULL, 
	payment_status VARCHAR DEFAULT '' NOT NULL, 
	refund_status VARCHAR DEFAULT '' NOT NULL, 
	customer_pays VARCHAR, 
	expected VARCHAR, 
	debited VARCHAR, 
	from_cash VARCHAR, 
	from_credit VARCHAR, 
	refunded VARCHAR, 
	charge VARCHAR, 
	currency VARCHAR NOT NULL, 
	agent_id VARCHAR NOT NULL, 
	updated_at DATETIME NOT NULL, 
	is_forgotten BOOLEAN NOT NULL, 
	words TEXT NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE (request_id)
);
INSERT INTO "sale" VALUES(1,'ac1-88013c2f-01M8N2WG4VP0VZJEE9Y2BZS0FY','88013c2f','Asha Rao','ACTIVITY','9001','Discover scuba dive, Elephant Beach','','2026-12-01','11:30 – 13:30',3,1,'PRACJDCWT5','900104482','Priya Raman','9876501234','priya.raman@example.com','2026-11-30 02:00:03.995494','2026-11-30','PARTLY_CANCELLED','part',0,'','','','13230.00','11970.00','11970.00','11970.00','0.00','1995.00','1995.00','INR','900017','2026-11-30 02:00:04.915175',0,' 20261201 20261130 part. 919876501234 9876501234 beach com discover dive, elephant example.com pracjdcwt5 priya priya.raman@example.com raman raman@example.com scuba ');
INSERT INTO "sale" VALUES(2,'ac1-88013c2f-01M8N2WGCH68KGNEE0HAP8JGD8','88013c2f','Asha Rao','BOAT','9402','Swaraj Dweep day return','MV Sea Heron','2026-12-02','07:15 – 17:30',2,0,'PRBTXYW14E','900104483','Arjun Nair','9845012377','arjun.nair@example.com','2026-11-30 02:00:04.241815','2026-11-30','SETTLED','booked',0,'','','','5092.50','4777.50','4777.50','4777.50','0.00',NULL,NULL,'INR','900017','2026-11-30 02:00:04.391733',0,' 20261202 20261130 booked. 919845012377 9845012377 arjun arjun.nair@example.com com day dweep example.com heron mv nair nair@example.com prbtxyw14e return sea swaraj ');
INSERT INTO "sale" VALUES(3,'ac1-88013c2f-01M8N2WGK88H08NFHPPAHXF6S0','88013c2f','Asha Rao','ACTIVITY','9001','Discover scuba dive, Elephant Beach','','2026-12-01','13:00 – 15:00',1,0,'PRAC9GB5EQ','900104484','','','','2026-11-30 02:00:04.456227','2026-11-30','SETTLED','booked',0,'','','','4410.00','3990.00','3990.00','3990.00','0.00',NULL,NULL,'INR','900017','2026-11-30 02:00:04.583697',1,' 20261201 20261130 booked. beach discover dive, elephant prac9gb5eq scuba ');
INSERT INTO "sale" VALUES(4,'ac1-88013c2f-01M8QN9919NJY1P36KS12RSWER','88013c2f','Asha Rao','ACTIVITY','9001','Discover scuba dive, Elephant Beach','','2026-12-02','13:00 – 15:00',2,0,'','','Priya Raman','9876501234','priya.raman@example.com','2026-12-01 02:00:05.929851','2026-12-01','UNKNOWN','open',1,'','','','7980.00','7140.00',NULL,NULL,NULL,NULL,NULL,'INR','900017','2026-12-01 02:00:06.012643',0,' 20261202 20261201 open. 919876501234 9876501234 beach com discover dive, elephant example.com priya priya.raman@example.com raman raman@example.com scuba ');
CREATE TABLE sale_note (
	number INTEGER NOT NULL, 
	request_id VARCHAR NOT NULL, 
	at DATETIME NOT NULL, 
	code VARCHAR NOT NULL, 
	said TEXT NOT NULL, 
	desk VARCHAR NOT NULL, 
	clerk VARCHAR NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "sale_note" VALUES(1,'ac1-88013c2f-01M8N2WG4VP0VZJEE9Y2BZS0FY','2026-11-30 02:00:05.383982','voucher_printed','','88013c2f','Asha Rao');
CREATE TABLE sale_period (
	number INTEGER NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "sale_period" VALUES(105707);
CREATE TABLE sale_word (
	period INTEGER NOT NULL, 
	word VARCHAR NOT NULL, 
	owner INTEGER NOT NULL, 
	PRIMARY KEY (period, word, owner), 
	FOREIGN KEY(owner) REFERENCES sale (number)
)
 WITHOUT ROWID

;
INSERT INTO "sale_word" VALUES(105707,'20261201',1);
INSERT INTO "sale_word" VALUES(105707,'20261201',3);
INSERT INTO "sale_word" VALUES(105707,'20261202',2);
INSERT INTO "sale_word" VALUES(105707,'20261202',4);
INSERT INTO "sale_word" VALUES(105707,'20261130',1);
INSERT INTO "sale_word" VALUES(105707,'20261130',2);
INSERT INTO "sale_word" VALUES(105707,'20261130',3);
INSERT INTO "sale_word" VALUES(105707,'20261201',4);
INSERT INTO "sale_word" VALUES(105707,'booked.',2);
INSERT INTO "sale_word" VALUES(105707,'booked.',3);
INSERT INTO "sale_word" VALUES(105707,'open.',4);
INSERT INTO "sale_word" VALUES(105707,'part.',1);
INSERT INTO "sale_word" VALUES(105707,'919845012377',2);
INSERT INTO "sale_word" VALUES(105707,'919876501234',1);
INSERT INTO "sale_word" VALUES(105707,'919876501234',4);
INSERT INTO "sale_word" VALUES(105707,'9845012377',2);
INSERT INTO "sale_word" VALUES(105707,'9876501234',1);
INSERT INTO "sale_word" VALUES(105707,'9876501234',4);
INSERT INTO "sale_word" VALUES(105707,'arjun',2);
INSERT INTO "sale_word" VALUES(105707,'arjun.nair@example.com',2);
INSERT INTO "sale_word" VALUES(105707,'beach',1);
INSERT INTO "sale_word" VALUES(105707,'beach',3);
INSERT INTO "sale_word" VALUES(105707,'beach',4);
INSERT INTO "sale_word" VALUES(105707,'com',1);
INSERT INTO "sale_word" VALUES(105707,'com',2);
INSERT INTO "sale_word" VALUES(105707,'com',4);
INSERT INTO "sale_word" VALUES(105707,'day',2);
INSERT INTO "sale_word" VALUES(105707,'discover',1);
INSERT INTO "sale_word" VALUES(105707,'discover',3);
INSERT INTO "sale_word" VALUES(105707,'discover',4);
INSERT INTO "sale_word" VALUES(105707,'dive,',1);
INSERT INTO "sale_word" VALUES(105707,'dive,',3);
INSERT INTO "sale_word" VALUES(105707,'dive,',4);
INSERT INTO "sale_word" VALUES(105707,'dweep',2);
INSERT INTO "sale_word" VALUES(105707,'elephant',1);
INSERT INTO "sale_word" VALUES(105707,'elephant',3);
INSERT INTO "sale_word" VALUES(105707,'elephant',4);
INSERT INTO "sale_word" VALUES(105707,'example.com',1);
INSERT INTO "sale_word" VALUES(105707,'example.com',2);
INSERT INTO "sale_word" VALUES(105707,'example.com',4);
INSERT INTO "sale_word" VALUES(105707,'heron',2);
INSERT INTO "sale_word" VALUES(105707,'mv',2);
INSERT INTO "sale_word" VALUES(105707,'nair',2);
INSERT INTO "sale_word" VALUES(105707,'nair@example.com',2);
INSERT INTO "sale_word" VALUES(105707,'prac9gb5eq',3);
INSERT INTO "sale_word" VALUES(105707,'pracjdcwt5',1);
INSERT INTO "sale_word" VALUES(105707,'prbtxyw14e',2);
INSERT INTO "sale_word" VALUES(105707,'priya',1);
INSERT INTO "sale_word" VALUES(105707,'priya',4);
INSERT INTO "sale_word" VALUES(105707,'priya.raman@example.com',1);
INSERT INTO "sale_word" VALUES(105707,'priya.raman@example.com',4);
INSERT INTO "sale_word" VALUES(105707,'raman',1);
INSERT INTO "sale_word" VALUES(105707,'raman',4);
INSERT INTO "sale_word" VALUES(105707,'raman@example.com',1);
INSERT INTO "sale_word" VALUES(105707,'raman@example.com',4);
INSERT INTO "sale_word" VALUES(105707,'return',2);
INSERT INTO "sale_word" VALUES(105707,'scuba',1);
INSERT INTO "sale_word" VALUES(105707,'scuba',3);
INSERT INTO "sale_word" VALUES(105707,'scuba',4);
INSERT INTO "sale_word" VALUES(105707,'sea',2);
INSERT INTO "sale_word" VALUES(105707,'swaraj',2);
CREATE INDEX sale_by_product ON sale (module, sold_at, product_id, standing);
CREATE INDEX sale_by_time ON sale (sold_at, number);
CREATE INDEX sale_by_reference ON sale (booking_ref);
CREATE INDEX cancellation_by_reference ON cancellation (booking_ref);
CREATE INDEX cancellation_by_time ON cancellation (at);
CREATE INDEX sale_note_by_sale ON sale_note (request_id, at);
CREATE INDEX customer_by_time ON customer (last_at, number);
COMMIT;
