#include "remote/sftp/ssh_config.h"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

class SshConfigTest : public testing::Test {
protected:
    Result<SshRoute> routeOf(const std::string& text, const std::string& server) const
    {
        const auto include = [this](const std::string& pattern) -> Result<std::vector<SshConfigFile>> {
            if (pattern == "closed")
                return fail(ErrorCode::PermissionDenied, "permission denied", "/ssh/closed");
            const auto file = m_files.find(pattern);
            return file == m_files.end() ? std::vector<SshConfigFile>()
                                         : std::vector{SshConfigFile{"/ssh/" + pattern, file->second}};
        };
        return readSshConfig(
            {"/ssh/config", text}, parseServerName(server).value(), {.home = "/home/me", .name = "me"}, include);
    }
    /// The server that `server` leads to, as "user@host:port".
    std::string leads(const std::string& text, const std::string& server) const
    {
        const auto route = routeOf(text, server);
        EXPECT_TRUE(route) << describe(route.error());
        return route ? route->server.user + "@" + hostAndPort(route->server) : std::string();
    }

    std::map<std::string, std::string> m_files;
};

TEST_F(SshConfigTest, IsOfTheHostsThatItNames)
{
    const std::string config = "# of the lab\n"
                               "Host box other*\n"
                               "  HostName box.lab.example\n"
                               "\tPort=2222\n"
                               "  user = \"ann\"\n"
                               "Host *.lab.example !b.lab.example\n"
                               "  User bob\n"
                               "Host ?\n"
                               "  HostName %h.short\n"
                               "Host *\n"
                               "  User rest\n"
                               "  Port 22\n";
    for (const auto& [server, expected] : std::map<std::string, std::string>{
             {"box", "ann@box.lab.example:2222"},
             {"BOX", "ann@box.lab.example:2222"},
             {"other-1", "ann@box.lab.example:2222"},
             {"carl@box", "carl@box.lab.example:2222"},
             {"box:99", "ann@box.lab.example:99"},
             {"boxes", "rest@boxes:22"},
             {"a.lab.example", "bob@a.lab.example:22"},
             {"b.lab.example", "rest@b.lab.example:22"},
             {"x", "rest@x.short:22"},
         })
        EXPECT_EQ(leads(config, server), expected) << server;
    EXPECT_EQ(leads("", "host"), "@host");
    EXPECT_EQ(leads("User first\nHost h\nUser second\n", "h"), "first@h") << "the first value counts";
}

TEST_F(SshConfigTest, MatchesNamesAndExecutesNothing)
{
    EXPECT_EQ(leads("Match host a,b*\nUser x\nMatch all\nUser y\n", "b1"), "x@b1");
    EXPECT_EQ(leads("Match host a,b*\nUser x\nMatch all\nUser y\n", "c"), "y@c");
    EXPECT_EQ(leads("Host a\nHostName n\nMatch host n\nUser x\n", "a"), "x@n") << "by the name that it has by then";
    EXPECT_EQ(leads("Host a\nHostName n\nMatch originalhost a\nUser x\n", "a"), "x@n");
    EXPECT_EQ(leads("Match user ann\nPort 5\n", "ann@a"), "ann@a:5");
    EXPECT_EQ(leads("Match localuser me !host a\nPort 5\n", "a"), "@a");
    EXPECT_EQ(leads("Match localuser me !host a\nPort 5\n", "b"), "@b:5");
    EXPECT_EQ(leads("Match user Ann\nPort 5\n", "ann@a"), "ann@a");
    EXPECT_EQ(leads("Match localuser ME\nPort 5\n", "a"), "@a") << "names of users have upper and lower case";
    EXPECT_EQ(leads("Match host A\nPort 5\n", "a"), "@a:5") << "names of hosts have not";
    const auto route = routeOf("Match host a exec \"touch /tmp/x\"\nUser x\n", "a");
    ASSERT_TRUE(route);
    EXPECT_THAT(route->unsupported, ElementsAre("Match exec"));
    EXPECT_EQ(route->server.user, "");
    EXPECT_THAT(routeOf("Match host a exec \"touch /tmp/x\"\nUser x\n", "b")->unsupported, IsEmpty());
}

// Each expected value is what `ssh -G` of OpenSSH 9.2 prints.
TEST_F(SshConfigTest, FinalNamesAreMatched)
{
    const std::string lab =
        "Host db\nHostName %h.lab\nMatch host db.lab\nUser hit\nMatch final host db.lab\nPort 2222\n";
    EXPECT_EQ(leads(lab, "db"), "hit@db.lab:2222");
    EXPECT_EQ(leads(lab, "other"), "@other");
    EXPECT_EQ(leads("Match final\nUser x\n", "a"), "x@a");
    EXPECT_EQ(leads("Match !final\nUser x\nMatch final\nUser y\nPort 3\n", "a"), "x@a:3");
    EXPECT_EQ(leads("Match canonical\nUser x\n", "a"), "@a") << "nothing asks for a second reading";
    EXPECT_EQ(leads("Match canonical\nUser x\nMatch final\nPort 3\n", "a"), "x@a:3");
    EXPECT_EQ(leads("Match final\nHostName b\n", "a"), "@a") << "the name is final";
    EXPECT_EQ(leads("Host a\nHostName %h.100%%h\nMatch final\nPort 3\n", "a"), "@a.100%h:3") << "expanded once";
}

TEST_F(SshConfigTest, NamesWhatIsNotFollowedWhereItApplies)
{
    const std::string config = "Host a\nProxyJump gate\nHost b\nProxyCommand nc %h %p\nHost c\nProxyCommand none\n"
                               "Host *\nProxyJump gate\n";
    EXPECT_THAT(routeOf(config, "a")->unsupported, ElementsAre("ProxyJump"));
    EXPECT_THAT(routeOf(config, "b")->unsupported, ElementsAre("ProxyCommand"));
    EXPECT_THAT(routeOf(config, "c")->unsupported, IsEmpty()) << "the first value counts";
    EXPECT_THAT(routeOf("Host a\nProxyJump gate\n", "d")->unsupported, IsEmpty());
    for (const auto& [line, expected] : std::map<std::string, std::vector<std::string>>{
             {"HostKeyAlias lab", {}},
             {"CertificateFile ~/.ssh/c.pub", {"CertificateFile"}},
             {"IdentityAgent ~/agent", {"IdentityAgent"}},
             {"IdentityAgent none", {}},
             {"IdentityAgent SSH_AUTH_SOCK", {}},
             {"CanonicalizeHostname always", {"CanonicalizeHostname"}},
             {"CanonicalizeHostname no", {}},
             {"ForwardAgent yes", {}},
         })
        EXPECT_EQ(routeOf(line + "\n", "a")->unsupported, expected) << line;
}

TEST_F(SshConfigTest, ListsKeys)
{
    const auto route = routeOf("IdentityFile ~/.ssh/a\nHost h\nIdentityFile \"%d/my keys/%r@%h\"\nIdentityFile none\n"
                               "IdentityFile /k/%n-%u-100%%-%q\nHostName N.example\nUser ann\nMatch final\nPort 1\n",
        "h");
    ASSERT_TRUE(route);
    EXPECT_THAT(
        route->keyFiles, Optional(ElementsAre("/home/me/.ssh/a", "/home/me/my keys/ann@n.example", "/k/h-me-100%-%q")));
    EXPECT_EQ(routeOf("Host other\nIdentityFile x\n", "h")->keyFiles, std::nullopt);
    EXPECT_THAT(routeOf("IdentityFile none\n", "h")->keyFiles, Optional(IsEmpty()));
}

TEST_F(SshConfigTest, SaysWhoseKeysAreTriedAndTrusted)
{
    EXPECT_TRUE(routeOf("", "h")->usesAgent);
    EXPECT_FALSE(routeOf("IdentitiesOnly yes\nIdentitiesOnly no\n", "h")->usesAgent);
    EXPECT_TRUE(routeOf("IdentitiesOnly no\nIdentitiesOnly yes\n", "h")->usesAgent);
    EXPECT_FALSE(routeOf("IdentityAgent none\n", "h")->usesAgent);
    EXPECT_EQ(routeOf("HostKeyAlias one\nHostKeyAlias two\n", "h")->hostKeyAlias, "one");
    EXPECT_EQ(routeOf("", "h")->knownHosts, std::nullopt);
    EXPECT_THAT(routeOf("UserKnownHostsFile ~/a \"/b c/%h\"\nUserKnownHostsFile other\n", "h")->knownHosts,
        Optional(ElementsAre("/home/me/a", "/b c/h")));
    EXPECT_THAT(routeOf("UserKnownHostsFile none\n", "h")->knownHosts, Optional(IsEmpty()));
}

TEST_F(SshConfigTest, IncludesOtherFiles)
{
    m_files = {{"one", "User one\nHost other\nPort 1\n"}, {"two words", "Host h\nPort 2\n"}};
    EXPECT_EQ(leads("Include one \"two words\"\nUser last\n", "h"), "one@h:2")
        << "a Host of an included file ends with it";
    EXPECT_EQ(leads("Host other\nInclude one\n", "h"), "@h");
    EXPECT_EQ(leads("Include none\nUser last\n", "h"), "last@h");
    m_files["loop"] = "Include loop\n";
    const auto loop = routeOf("Include loop\n", "h");
    ASSERT_FALSE(loop);
    EXPECT_EQ(loop.error().code, ErrorCode::TooLarge);
    m_files["many"] = "Include a\n";
    m_files["a"] = "";
    std::string many;
    for (int i = 0; i < 50; ++i)
        many += "Include many\n";
    EXPECT_EQ(leads(many + "User x\n", "h"), "x@h");
}

TEST_F(SshConfigTest, ErrorsNameFileLineAndWhatWasExpected)
{
    for (const auto& [line, expected] : std::map<std::string, std::string>{
             {"Port many", "Port is followed by \"many\", expected a number from 1 to 65535"},
             {"Port 0", "Port is followed by \"0\", expected a number from 1 to 65535"},
             {"port=70000", "port is followed by \"70000\", expected a number from 1 to 65535"},
             {"Port", "Port is followed by nothing, expected a number from 1 to 65535"},
             {"User", "User is followed by nothing, expected the name of a user"},
             {"IdentitiesOnly perhaps", "IdentitiesOnly is followed by \"perhaps\", expected \"yes\" or \"no\""},
             {"HostKeyAlias a/b",
                 "HostKeyAlias is followed by \"a/b\", expected a name of letters, digits, \".\", \"-\" and \"_\""},
             {"HostName \"a", "a quotation mark is not closed"},
         }) {
        const std::string text = "Host h\n\n  " + line + "\n";
        const auto route = routeOf(text, "h");
        ASSERT_FALSE(route) << line;
        EXPECT_EQ(describe(route.error()), "/ssh/config: line 3: " + expected);
        m_files["part"] = text;
        const auto included = routeOf("User x\nInclude part\n", "h");
        ASSERT_FALSE(included) << line;
        EXPECT_EQ(describe(included.error()), "/ssh/part: line 3: " + expected);
    }
    const auto closed = routeOf("Include closed\n", "h");
    ASSERT_FALSE(closed);
    EXPECT_EQ(describe(closed.error()), "/ssh/closed: permission denied");
    EXPECT_EQ(leads("Host other\n Port many\nHost h\n Color blue\n User x # ann\n", "h"), "x@h")
        << "of other hosts, and what ssh alone needs";
}

} // namespace
} // namespace loupe::remote
