#include "core/text/process_secrets.h"

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace loupe {
namespace {

TEST(ProcessSecretsTest, AreHiddenInAddressesOnly)
{
    const std::array<std::pair<const char*, const char*>, 15> table{{
        {"https://host/a/b.safetensors", "https://host/a/b.safetensors"},
        {"https://user:password@host/a?token=x&y=z", "https://***@host/a?***"},
        {"https://u:@host:8080/a", "https://**@host:8080/a"},
        {"https://u:p%40q@host/a@b", "https://***@host/a@b"},
        {"https://u:p@q@host/a", "https://***@host/a"},
        {"https://u:p/q@host/a", "https://***@host/a"},
        {"https://host:8080/a/b@c", "https://***@c"}, // "8080/a/b" may be a password with slashes
        {"sftp://me:secret@host/a", "sftp://***@host/a"},
        {"https://host?", "https://host?"},
        {"https://host/a?b", "https://host/a?*"},
        {"--output=https://u:p@host/a", "--output=https://***@host/a"},
        {"hf://owner/repo@main/model.safetensors", "hf://owner/repo@main/model.safetensors"},
        {"host:/a?b", "host:/a?b"},
        {"user@folder/model?.bt", "user@folder/model?.bt"},
        {"", ""},
    }};
    for (const auto& [text, hidden] : table)
        EXPECT_EQ(withHiddenSecrets(text), hidden);
}

TEST(ProcessSecretsTest, LeaveNothingBehindInTheArguments)
{
    std::string address = "https://user:password@host/a?token=x";
    std::string other = "info";
    const std::size_t size = address.size();
    const std::array<char*, 3> arguments{other.data(), nullptr, address.data()};
    hideSecrets(arguments);
    const std::string hidden = "https://***@host/a?***";
    EXPECT_EQ(address, hidden + std::string(size - hidden.size(), '\0'));
    EXPECT_EQ(other, "info");
}

} // namespace
} // namespace loupe
