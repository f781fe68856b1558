#pragma once

#include "core/result.h"
#include "remote/environment.h"
#include "remote/s3/s3_place.h"
#include "remote/s3/signature.h"

#include <optional>
#include <string>

namespace loupe::remote {

/// The user's settings; they override the environment and files.
struct AwsOptions {
    std::string profile; ///< empty for AWS_PROFILE or "default"
    bool isAnonymous = false;
    std::string region;
    std::string endpoint;
};

struct AwsSettings {
    std::optional<S3Credentials> credentials; ///< nothing if requests are sent unsigned
    /// For messages: the origin of the credentials or, without any, where they were looked for.
    std::string credentialsFrom;
    S3Place place;
    std::string authorities; ///< file of trusted certificates; empty for the system's
};

/// Reads settings from where AWS's own programs do: options, AWS_* variables, and the shared credentials and config
/// files. Reads at most 1 MiB of each file. Fails with InvalidArgument if a named profile does not exist or an endpoint
/// is not an address, with Unsupported if the profile requires fetching credentials, or if an existing file cannot be
/// read. Messages contain no secrets.
Result<AwsSettings> readAwsSettings(const AwsOptions& options, const Environment& environment = environmentValue);

} // namespace loupe::remote
