#include "items/session/location.h"

#include <QDir>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe {
namespace {

using testing::HasSubstr;

TEST(Location, IsToldFromAPath)
{
    for (const char* const address : {"https://h/f", "http://h/f", "HTTPS://h/f", "hf://o/r/f", "s3://b/k"})
        EXPECT_TRUE(isLocation(QString::fromLatin1(address))) << address;
    for (const char* const path : {"", "/a/b", "a.safetensors", "https:/h/f", "C:/f", "ftp://h/f", "see https://h/f"})
        EXPECT_FALSE(isLocation(QString::fromLatin1(path))) << path;
}

TEST(Location, WhatIsTypedIsCheckedWithoutAskingAnybody)
{
    struct Case {
        const char* text;
        const char* problem; ///< empty if there is none
        bool hasSecret;
    };
    for (const Case& one :
        {Case{"https://h/f.safetensors", "", false}, Case{"https://h/f?sig=1", "", true},
            Case{"https://me:word@h/f", "", true}, Case{"https://me@h/f", "", true}, Case{"hf://o/r@main/f", "", false},
            Case{"https://huggingface.co/o/r/resolve/main/f?download=true", "", false},
            Case{"s3://bucket/a?b", "", false}, Case{"/home/f", "An address begins with", false},
            Case{"example.org/f", "An address begins with", false}, Case{"https://", "host", false},
            Case{"https://h/f#part", "A # begins a fragment", false}, Case{"s3://", "names no bucket", false},
            Case{"hf://owner", "", false}, Case{"sftp://h/f", "", false}, Case{"sftp://me:word@h/f", "", true},
            Case{"me@host:/f", "", false}, Case{"sftp://h", "names no file", false},
            Case{"C:/f", "An address begins with", false}, Case{"ftp://h/f", "ddresses begin with", false}}) {
        const TypedLocation typed = lookAtTyped(QString::fromLatin1(one.text));
        if (one.problem == std::string_view("host") || one.text == std::string_view("hf://owner"))
            EXPECT_FALSE(typed.problem.isEmpty()) << one.text;
        else if (*one.problem)
            EXPECT_THAT(typed.problem.toStdString(), HasSubstr(one.problem)) << one.text;
        else
            EXPECT_EQ(typed.problem.toStdString(), "") << one.text;
        EXPECT_EQ(typed.hasSecret, one.hasSecret) << one.text;
    }
}

TEST(Location, LosesItsSecretsForEverythingElse)
{
    const QString name = withoutSecrets(QStringLiteral("https://me:word@h.example/a/f.gguf?X-Amz-Signature=12"));
    EXPECT_EQ(name, QStringLiteral("https://h.example/a/f.gguf"));
    EXPECT_TRUE(wasGivenWithSecret(name));
    EXPECT_EQ(withoutSecrets(name), name) << "chosen again";
    const QString plain = withoutSecrets(QStringLiteral("https://h.example/b"));
    EXPECT_EQ(plain, QStringLiteral("https://h.example/b"));
    EXPECT_FALSE(wasGivenWithSecret(plain));
    EXPECT_EQ(withoutSecrets(QStringLiteral("/a/?b")), QStringLiteral("/a/?b"));
    EXPECT_EQ(withoutSecrets(QStringLiteral("me@host:/a b/f")), QStringLiteral("sftp://host/a%20b/f"));
    EXPECT_EQ(withoutSecrets(QStringLiteral("C:/f")), QStringLiteral("C:/f"));
}

TEST(Location, HasNoFolderOfThisMachine)
{
    EXPECT_EQ(absoluteName(QStringLiteral("https://h//a/../f")), QStringLiteral("https://h//a/../f"));
    EXPECT_EQ(absoluteName(QStringLiteral("/a//b/../c")), QStringLiteral("/a/c"));
    EXPECT_EQ(localFolder(QStringLiteral("https://h/a/f")), QDir::homePath());
    EXPECT_EQ(localFolder(QStringLiteral("/a/f")), QStringLiteral("/a"));
}

} // namespace
} // namespace loupe
