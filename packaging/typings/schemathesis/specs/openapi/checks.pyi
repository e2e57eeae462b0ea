from schemathesis.checks import Check

content_type_conformance: Check
ignored_auth: Check
missing_required_header: Check
negative_data_rejection: Check
positive_data_acceptance: Check
response_headers_conformance: Check
response_schema_conformance: Check
status_code_conformance: Check
unsupported_method: Check
use_after_free: Check
