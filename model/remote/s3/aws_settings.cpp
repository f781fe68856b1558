#include "remote/s3/aws_settings.h"

#include "core/text/ascii.h"
#include "core/text/quote.h"
#include "remote/s3/ini_file.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <tuple>

namespace loupe::remote {

namespace {

constexpr std::size_t largestFile = 1 << 20;

/// The path of a file: the value of the variable, or the default in the home folder.
std::string filePath(const Environment& environment, const char* variable, const char* usual)
{
    const std::string named = environment(variable);
    return expandedHome(named.empty() ? usual : named, environment);
}

/// Empty if the file does not exist.
Result<IniFile> readIni(const std::string& path)
{
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        if (errno == ENOENT || errno == ENOTDIR)
            return IniFile();
        return fail(systemError(errno, "cannot open", path));
    }
    std::string text(largestFile + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    if (file.bad() || (text.empty() && !file.eof()))
        return fail(ErrorCode::Io, "cannot be read", path);
    if (text.size() > largestFile)
        return fail(ErrorCode::TooLarge, "is larger than 1 MiB, which no file of AWS settings is", path);
    return parseIni(text);
}

/// The settings files and the user's profile in each.
class Profile {
public:
    static Result<Profile> read(const AwsOptions& options, const Environment& environment)
    {
        Profile profile;
        profile.m_credentialsPath = filePath(environment, "AWS_SHARED_CREDENTIALS_FILE", "~/.aws/credentials");
        profile.m_configPath = filePath(environment, "AWS_CONFIG_FILE", "~/.aws/config");
        auto credentials = readIni(profile.m_credentialsPath);
        auto config = readIni(profile.m_configPath);
        if (!credentials || !config)
            return fail(credentials ? config.error() : credentials.error());
        profile.m_credentialsFile = std::move(*credentials);
        profile.m_configFile = std::move(*config);
        profile.m_name = options.profile.empty() ? environment("AWS_PROFILE") : options.profile;
        const bool isNamed = !profile.m_name.empty();
        if (!isNamed)
            profile.m_name = "default";
        profile.m_configSection = profile.m_name == "default" ? "default" : "profile " + profile.m_name;
        if (isNamed && profile.m_name != "default" && !profile.m_credentialsFile.contains(profile.m_name)
            && !profile.m_configFile.contains(profile.m_configSection)) {
            return fail(ErrorCode::InvalidArgument,
                "there is no profile " + quote(profile.m_name) + " in " + profile.m_credentialsPath + " or "
                    + profile.m_configPath);
        }
        return profile;
    }

    /// A setting of the profile in the config file; empty if not set.
    std::string setting(const char* name) const { return valueOf(m_configFile, m_configSection, name); }

    /// A setting of the s3 block in the services section that the profile references.
    std::string serviceSetting(const char* name) const
    {
        const std::string services = setting("services");
        return services.empty() ? services : valueOf(m_configFile, "services " + services, name);
    }

    std::optional<S3Credentials> credentials(std::string& from) const
    {
        for (const auto& [file, section, path] : {std::tie(m_credentialsFile, m_name, m_credentialsPath),
                 std::tie(m_configFile, m_configSection, m_configPath)}) {
            S3Credentials found{valueOf(file, section, "aws_access_key_id"),
                valueOf(file, section, "aws_secret_access_key"), valueOf(file, section, "aws_session_token")};
            if (found.accessKey.empty() || found.secretKey.empty())
                continue;
            from = path + ", profile " + m_name;
            return found;
        }
        return std::nullopt;
    }

    /// The name of a setting that requires credentials to be fetched; empty if there is none.
    std::string fetchedBy() const
    {
        for (const char* const name : {"sso_session", "sso_start_url", "role_arn", "web_identity_token_file",
                 "credential_process", "credential_source", "login_session"}) {
            if (!setting(name).empty() || !valueOf(m_credentialsFile, m_name, name).empty())
                return name;
        }
        return {};
    }

    const std::string& name() const { return m_name; }
    std::string paths() const { return m_credentialsPath + " and " + m_configPath; }

private:
    static std::string valueOf(const IniFile& file, const std::string& section, const char* name)
    {
        const auto found = file.find(section);
        if (found == file.end())
            return {};
        const auto value = found->second.find(name);
        return value == found->second.end() ? std::string() : value->second;
    }

    std::string m_name;
    std::string m_configSection;
    std::string m_credentialsPath;
    std::string m_configPath;
    IniFile m_credentialsFile;
    IniFile m_configFile;
};

Result<> findCredentials(
    const AwsOptions& options, const Environment& environment, const Profile& profile, AwsSettings& settings)
{
    if (options.isAnonymous) {
        settings.credentialsFrom = "the option for unsigned requests";
        return {};
    }
    S3Credentials found{
        environment("AWS_ACCESS_KEY_ID"), environment("AWS_SECRET_ACCESS_KEY"), environment("AWS_SESSION_TOKEN")};
    const bool isComplete = !found.accessKey.empty() && !found.secretKey.empty();
    // Keys in the environment take precedence over AWS_PROFILE.
    if (isComplete && options.profile.empty()) {
        settings.credentials = std::move(found);
        settings.credentialsFrom = "AWS_ACCESS_KEY_ID in the environment";
        return {};
    }
    settings.credentials = profile.credentials(settings.credentialsFrom);
    if (settings.credentials)
        return {};
    if (const std::string way = profile.fetchedBy(); !way.empty()) {
        return fail(ErrorCode::Unsupported,
            "the profile " + quote(profile.name()) + " wants credentials to be fetched (" + way
                + "), which is not done here: run `aws configure export-credentials --format env` and set what it "
                  "prints, or make a presigned address");
    }
    settings.credentialsFrom =
        "AWS_ACCESS_KEY_ID in the environment, and profile " + profile.name() + " in " + profile.paths();
    return {};
}

bool isTrue(const std::string& text)
{
    return asciiLower(text) == "true";
}

/// The first non-empty value.
std::string firstOf(std::initializer_list<std::string> values)
{
    const auto found = std::ranges::find_if(values, [](const std::string& value) { return !value.empty(); });
    return found == values.end() ? std::string() : *found;
}

Result<> findPlace(
    const AwsOptions& options, const Environment& environment, const Profile& profile, AwsSettings& settings)
{
    S3Place& place = settings.place;
    place.region = firstOf(
        {options.region, environment("AWS_REGION"), environment("AWS_DEFAULT_REGION"), profile.setting("region")});
    if (!place.region.empty() && !isRegion(place.region))
        return fail(ErrorCode::InvalidArgument, quote(place.region) + " is no region: they look like eu-central-1");

    std::string endpoint = options.endpoint;
    const bool ignoresConfigured = isTrue(environment("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"))
        || isTrue(profile.setting("ignore_configured_endpoint_urls"));
    if (endpoint.empty() && !ignoresConfigured) {
        endpoint = firstOf({environment("AWS_ENDPOINT_URL_S3"), environment("AWS_ENDPOINT_URL"),
            profile.serviceSetting("s3.endpoint_url"), profile.setting("s3.endpoint_url"),
            profile.setting("endpoint_url")});
    }
    if (!endpoint.empty()) {
        auto parsed = parseEndpoint(endpoint);
        if (!parsed)
            return fail(parsed.error());
        place.endpoint = std::move(*parsed);
    }
    const std::string style =
        firstOf({profile.serviceSetting("s3.addressing_style"), profile.setting("s3.addressing_style")});
    if (style == "path")
        place.style = S3Style::Path;
    else if (style == "virtual")
        place.style = S3Style::VirtualHost;
    return {};
}

} // namespace

Result<AwsSettings> readAwsSettings(const AwsOptions& options, const Environment& environment)
{
    const auto profile = Profile::read(options, environment);
    if (!profile)
        return fail(profile.error());
    AwsSettings settings;
    if (const auto found = findCredentials(options, environment, *profile, settings); !found)
        return fail(found.error());
    if (const auto found = findPlace(options, environment, *profile, settings); !found)
        return fail(found.error());
    settings.authorities =
        expandedHome(firstOf({environment("AWS_CA_BUNDLE"), profile->setting("ca_bundle")}), environment);
    // For requests without a region, AWS accepts signatures for this one and responds with the bucket's own.
    if (settings.credentials && settings.place.region.empty())
        settings.place.region = "us-east-1";
    return settings;
}

} // namespace loupe::remote
