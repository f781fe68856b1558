#include "remote/s3/aws_settings.h"

#include "remote/s3/ini_file.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(IniFile, HasSectionsSettingsAndBlocks)
{
    const IniFile file =
        parseIni("lost = 1\n[default]\nregion=eu-west-1\r\n# a = b\n ; c = d\n\n"
                 "[ profile  \"my work\" ]\nS3 =\n  addressing_style = path\n\tx= y = z \nregion = a\n"
                 "[services local]\ns3 = \n  endpoint_url = http://h:1/\nno setting\n[broken\nlost = 2\n");
    const IniFile expected{{"default", {{"region", "eu-west-1"}}},
        {"profile my work", {{"s3", ""}, {"s3.addressing_style", "path"}, {"s3.x", "y = z"}, {"region", "a"}}},
        {"services local", {{"s3", ""}, {"s3.endpoint_url", "http://h:1/"}}}};
    EXPECT_EQ(file, expected);
}

class AwsSettingsTest : public testing::Test {
protected:
    AwsSettingsTest() { m_variables["HOME"] = m_home.path(); }

    void write(const char* name, std::string_view content)
    {
        std::filesystem::create_directories(m_home.path() / ".aws");
        m_home.write(std::string(".aws/") + name, content);
    }

    Result<AwsSettings> result(const AwsOptions& options = {}) const
    {
        return readAwsSettings(options, [this](const char* name) {
            const auto found = m_variables.find(name);
            return found == m_variables.end() ? std::string() : found->second;
        });
    }
    AwsSettings read(const AwsOptions& options = {}) const { return result(options).value(); }

    /// The access key; empty if requests are sent unsigned.
    std::string key(const AwsOptions& options = {}) const
    {
        const auto credentials = read(options).credentials;
        return credentials ? credentials->accessKey : "";
    }

    test::TemporaryFolder m_home;
    std::map<std::string, std::string> m_variables;
};

TEST_F(AwsSettingsTest, WithoutAnythingRequestsAreUnsigned)
{
    const AwsSettings settings = read();
    EXPECT_EQ(settings.credentials, std::nullopt);
    EXPECT_THAT(settings.credentialsFrom, HasSubstr("AWS_ACCESS_KEY_ID"));
    EXPECT_THAT(settings.credentialsFrom, HasSubstr(".aws/credentials"));
    EXPECT_EQ(settings.place.region, "");
    EXPECT_EQ(settings.place.endpoint, std::nullopt);
}

TEST_F(AwsSettingsTest, TheEnvironmentComesFirst)
{
    write("credentials", "[default]\naws_access_key_id = file\naws_secret_access_key = s\n");
    EXPECT_EQ(key(), "file");
    m_variables["AWS_ACCESS_KEY_ID"] = "variable";
    EXPECT_EQ(key(), "file") << "half a pair is none";
    m_variables["AWS_SECRET_ACCESS_KEY"] = "secret";
    EXPECT_EQ(key(), "variable");
    m_variables["AWS_SESSION_TOKEN"] = "token";
    EXPECT_EQ(read().credentials, (S3Credentials{"variable", "secret", "token"}));
    EXPECT_EQ(key({.profile = {}, .isAnonymous = true, .region = {}, .endpoint = {}}), "");
}

TEST_F(AwsSettingsTest, AProfileIsChosenByNameOrVariable)
{
    write("credentials",
        "[default]\naws_access_key_id = d\naws_secret_access_key = s\n"
        "[work]\naws_access_key_id = w\naws_secret_access_key = s\naws_session_token = t\n");
    write("config", "[default]\nregion = eu-west-1\n[profile work]\nregion = eu-west-2\n");
    EXPECT_EQ(key(), "d");
    EXPECT_EQ(read().place.region, "eu-west-1");
    AwsOptions options;
    options.profile = "work";
    EXPECT_EQ(read(options).credentials, (S3Credentials{"w", "s", "t"}));
    EXPECT_EQ(read(options).place.region, "eu-west-2");
    m_variables["AWS_PROFILE"] = "work";
    EXPECT_EQ(key(), "w");
    // The variable AWS_PROFILE does not take precedence over keys in the environment, but an option does.
    m_variables["AWS_ACCESS_KEY_ID"] = "e";
    m_variables["AWS_SECRET_ACCESS_KEY"] = "s";
    EXPECT_EQ(key(), "e");
    EXPECT_EQ(key(options), "w");
    options.profile = "none";
    EXPECT_THAT(result(options).error().message, HasSubstr("\"none\""));
}

TEST_F(AwsSettingsTest, KeysInTheConfigFileCountAfterThoseOfTheOther)
{
    write("config", "[profile a]\naws_access_key_id = config\naws_secret_access_key = s\n");
    m_variables["AWS_PROFILE"] = "a";
    EXPECT_EQ(key(), "config");
    EXPECT_THAT(read().credentialsFrom, testing::EndsWith("config, profile a"));
    write("credentials", "[a]\naws_access_key_id = first\naws_secret_access_key = s\n");
    EXPECT_EQ(key(), "first");
}

TEST_F(AwsSettingsTest, FilesAreWhereVariablesSay)
{
    m_home.write("mine", "[default]\naws_access_key_id = m\naws_secret_access_key = s\n");
    m_variables["AWS_SHARED_CREDENTIALS_FILE"] = "~/mine";
    EXPECT_EQ(key(), "m");
}

TEST_F(AwsSettingsTest, WhatHasToBeFetchedIsSaid)
{
    for (const char* const setting : {"sso_session", "role_arn", "credential_process", "web_identity_token_file"}) {
        write("config", std::string("[default]\n") + setting + " = SECRET\n");
        const auto settings = result();
        ASSERT_FALSE(settings) << setting;
        EXPECT_EQ(settings.error().code, ErrorCode::Unsupported);
        EXPECT_THAT(settings.error().message, HasSubstr(setting));
        EXPECT_THAT(settings.error().message, HasSubstr("export-credentials"));
        EXPECT_THAT(settings.error().message, Not(HasSubstr("SECRET")));
        EXPECT_TRUE(result({.profile = {}, .isAnonymous = true, .region = {}, .endpoint = {}}));
    }
}

TEST_F(AwsSettingsTest, TheRegionIsThatOfOptionVariablesOrProfile)
{
    write("config", "[default]\nregion = a-1\n");
    EXPECT_EQ(read().place.region, "a-1");
    m_variables["AWS_DEFAULT_REGION"] = "b-1";
    EXPECT_EQ(read().place.region, "b-1");
    m_variables["AWS_REGION"] = "c-1";
    EXPECT_EQ(read().place.region, "c-1");
    AwsOptions options;
    options.region = "d-1";
    EXPECT_EQ(read(options).place.region, "d-1");
    options.region = "evil.example/";
    EXPECT_FALSE(result(options));
}

TEST_F(AwsSettingsTest, SignedRequestsHaveARegion)
{
    m_variables["AWS_ACCESS_KEY_ID"] = "k";
    m_variables["AWS_SECRET_ACCESS_KEY"] = "s";
    EXPECT_EQ(read().place.region, "us-east-1");
}

TEST_F(AwsSettingsTest, TheEndpointIsThatOfOptionVariablesServicesOrProfile)
{
    const auto host = [this](const AwsOptions& options = {}) {
        const auto endpoint = read(options).place.endpoint;
        return endpoint ? endpoint->server.host : "";
    };
    write("config", "[default]\nendpoint_url = http://e\n");
    EXPECT_EQ(host(), "e");
    write(
        "config", "[default]\nservices = x\nendpoint_url = http://e\n[services x]\ns3 =\n  endpoint_url = http://d\n");
    EXPECT_EQ(host(), "d");
    m_variables["AWS_ENDPOINT_URL"] = "http://c";
    EXPECT_EQ(host(), "c");
    m_variables["AWS_ENDPOINT_URL_S3"] = "http://b";
    EXPECT_EQ(host(), "b");
    m_variables["AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"] = "true";
    EXPECT_EQ(host(), "");
    AwsOptions options;
    options.endpoint = "http://a";
    EXPECT_EQ(host(options), "a");
}

TEST_F(AwsSettingsTest, StyleAndAuthoritiesAreRead)
{
    write("config", "[default]\nca_bundle = ~/ca.pem\ns3 =\n  addressing_style = virtual\n");
    EXPECT_EQ(read().place.style, S3Style::VirtualHost);
    EXPECT_EQ(read().authorities, m_home.path() / "ca.pem");
    m_variables["AWS_CA_BUNDLE"] = "/other.pem";
    EXPECT_EQ(read().authorities, "/other.pem");
}

TEST_F(AwsSettingsTest, AFileThatCannotBeReadIsSaid)
{
    std::filesystem::create_directories(m_home.path() / ".aws/credentials");
    EXPECT_FALSE(result());
    std::filesystem::remove(m_home.path() / ".aws/credentials");
    write("credentials", std::string((1 << 20) + 1, '#'));
    EXPECT_EQ(result().error().code, ErrorCode::TooLarge);
}

} // namespace
} // namespace loupe::remote
