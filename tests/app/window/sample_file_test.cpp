#include "app/window/sample_file.h"

#include "support/file_content.h"
#include "views/start/start_page.h"
#include "window_fixture.h"

#include <QFileInfo>

#include <gmock/gmock.h>

namespace loupe {
namespace {

using testing::HasSubstr;

/// The user's cache is in the test's folder.
class SampleFileTest : public test::WindowTest {
protected:
    SampleFileTest() { setCache(m_cache.path()); }
    ~SampleFileTest() override { qputenv("XDG_CACHE_HOME", m_before); }

    static void setCache(const std::filesystem::path& folder)
    {
        qputenv("XDG_CACHE_HOME", QByteArray::fromStdString(folder.string()));
    }

    const QByteArray m_before = qgetenv("XDG_CACHE_HOME");
    test::TemporaryFolder m_cache;
};

TEST_F(SampleFileTest, IsTheModelThatComesWithTheProgramWhateverLiesThere)
{
    const std::string content = test::readFile(sample());
    const auto path = sampleFile();
    ASSERT_TRUE(path);
    EXPECT_EQ(test::readFile(path->toStdString()), content);
    EXPECT_FALSE(QFileInfo(*path).permissions().testFlag(QFileDevice::WriteOwner));
    std::filesystem::permissions(path->toStdString(), std::filesystem::perms::owner_all);
    for (const std::string& other : {std::string("older"), std::string(content.size(), 'x')}) {
        std::filesystem::remove(path->toStdString());
        m_cache.write(std::filesystem::relative(path->toStdString(), m_cache.path()).string(), other);
        EXPECT_EQ(sampleFile().value(), *path);
        EXPECT_EQ(test::readFile(path->toStdString()), content);
    }
}

TEST_F(SampleFileTest, OpensFromTheStartPageOrSaysWhyNot)
{
    setCache(m_cache.write("no folder", "a file"));
    auto* const start = m_window.findChild<StartPage*>();
    ASSERT_TRUE(start);
    emit start->sampleWanted();
    EXPECT_THAT(notices(), HasSubstr("cannot write the sample"));
    EXPECT_FALSE(test::document(m_window).current());
    setCache(m_cache.path());
    emit start->sampleWanted();
    ASSERT_TRUE(await([&] { return test::document(m_window).current() != nullptr; }));
    EXPECT_EQ(notices().find("cannot write"), std::string::npos);
}

} // namespace
} // namespace loupe
