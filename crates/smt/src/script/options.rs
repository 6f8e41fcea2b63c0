//! The options of a session.

use super::Response;

/// What scripts can set. Options that are only stored have no effect on answers.
pub(super) struct Options {
    pub print_success: bool,
    pub produce_models: bool,
    pub produce_assertions: bool,
    pub produce_unsat_cores: bool,
    pub produce_unsat_assumptions: bool,
    pub global_declarations: bool,
    /// Cores of which no element can be left out.
    pub minimal_unsat_cores: bool,
    /// Conflicts for each call.
    pub resource_limit: Option<u64>,
    /// Milliseconds for each call.
    pub timeout: Option<u64>,
    pub random_seed: u64,
    pub verbosity: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            print_success: false,
            produce_models: true,
            produce_assertions: true,
            produce_unsat_cores: false,
            produce_unsat_assumptions: true,
            global_declarations: false,
            minimal_unsat_cores: false,
            resource_limit: None,
            timeout: None,
            random_seed: 0,
            verbosity: 0,
        }
    }
}

impl Options {
    /// `started`: there are assertions already.
    pub(super) fn set(&mut self, keyword: &str, value: &str, started: bool) -> Response {
        if let Some(flag) = self.flag(keyword) {
            // Some write them in capitals.
            let value = match value.to_ascii_lowercase().as_str() {
                "true" => true,
                "false" => false,
                _ => return Response::Error(format!("{keyword} is true or false, not {value}")),
            };
            // Assertions made before would be missing in cores, or their declarations in the wrong scope.
            let early = matches!(keyword, ":produce-unsat-cores" | ":global-declarations");
            if early && started && *flag != value {
                let message = format!("{keyword} can be set only before the first assertion");
                return Response::Error(message);
            }
            *flag = value;
            return Response::Success;
        }
        let Ok(number) = value.parse::<u64>() else {
            return match self.get(keyword) {
                Some(_) => Response::Error(format!("{keyword} is a number, not {value}")),
                None => Response::Unsupported,
            };
        };
        let limit = (number > 0).then_some(number);
        match keyword {
            ":reproducible-resource-limit" => self.resource_limit = limit,
            ":timeout" => self.timeout = limit,
            ":random-seed" => self.random_seed = number,
            ":verbosity" => self.verbosity = number,
            _ => return Response::Unsupported,
        }
        Response::Success
    }

    fn flag(&mut self, keyword: &str) -> Option<&mut bool> {
        Some(match keyword {
            ":print-success" => &mut self.print_success,
            ":produce-models" => &mut self.produce_models,
            ":produce-assertions" | ":interactive-mode" => &mut self.produce_assertions,
            ":produce-unsat-cores" => &mut self.produce_unsat_cores,
            ":produce-unsat-assumptions" => &mut self.produce_unsat_assumptions,
            ":global-declarations" => &mut self.global_declarations,
            ":minimal-unsat-cores" => &mut self.minimal_unsat_cores,
            _ => return None,
        })
    }

    pub(super) fn get(&self, keyword: &str) -> Option<String> {
        Some(match keyword {
            ":print-success" => self.print_success.to_string(),
            ":produce-models" => self.produce_models.to_string(),
            ":produce-assertions" | ":interactive-mode" => self.produce_assertions.to_string(),
            ":produce-unsat-cores" => self.produce_unsat_cores.to_string(),
            ":produce-unsat-assumptions" => self.produce_unsat_assumptions.to_string(),
            ":global-declarations" => self.global_declarations.to_string(),
            ":minimal-unsat-cores" => self.minimal_unsat_cores.to_string(),
            ":reproducible-resource-limit" => self.resource_limit.unwrap_or(0).to_string(),
            ":timeout" => self.timeout.unwrap_or(0).to_string(),
            ":random-seed" => self.random_seed.to_string(),
            ":verbosity" => self.verbosity.to_string(),
            ":regular-output-channel" => "\"stdout\"".to_string(),
            ":diagnostic-output-channel" => "\"stderr\"".to_string(),
            _ => return None,
        })
    }
}
