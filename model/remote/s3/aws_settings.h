#pragma once

#include "core/result.h"
#include "remote/environment.h"
#include "remote/s3/s3_place.h"
#include "remote/s3/signature.h"

#include <optional>
#include <string>

namespace loupe::remote {

/// What a person asked for; wins over the environment and files.
struct AwsOptions {
    std::string profile; ///< empty: AWS_PROFILE, or "default"
    bool isAnonymous = false;
    std::string region;
    std::string endpoint;
};

struct AwsSettings {
    std::optional<S3Credentials> credentials; ///< nothing: requests are sent unsigned
    std::string credentialsFrom; ///< for messages: where they are from or, without any, where they were looked for
    S3Place place;
    std::string authorities; ///< a file of certificates to trust; empty for the system's
};

/// Settings as AWS's own programs find them: options, AWS_* variables, the shared credentials and config files. Reads
/// at most 1 MiB of each file. Fails with InvalidArgument if a named profile is not there or an endpoint is no
/// address, with Unsupported where the profile wants credentials to be fetched, and as files fail that are there and
/// cannot be read. No message has a secret.
Result<AwsSettings> readAwsSettings(const AwsOptions& options, const Environment& environment = environmentValue);

} // namespace loupe::remote
