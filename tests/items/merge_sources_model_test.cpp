#include "items/writing/merge_sources_model.h"

#include "await.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "support/opened.h"
#include "support/temporary_file.h"

#include <QAbstractItemModelTester>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace loupe {
namespace {

class MergeSourcesModelTest : public testing::Test {
protected:
    MergeSourcesModelTest()
        : m_tester(&m_sources)
    {
    }

    static QString sample(std::string_view relative) { return toQString(test::dataPath(relative)); }
    std::string text(int row, int column) const { return m_sources.index(row, column).data().toString().toStdString(); }
    void awaitOpened()
    {
        test::Signal changed(&m_sources, &MergeSourcesModel::openedChanged);
        while (m_sources.isOpening())
            ASSERT_TRUE(changed.await());
    }

    MergeSourcesModel m_sources;
    QAbstractItemModelTester m_tester;
};

TEST_F(MergeSourcesModelTest, FilesAreOpenedInTheOrderInWhichTheyAreAdded)
{
    m_sources.add(test::openData("safetensors/gpt2-tiny.safetensors"));
    m_sources.add(
        QStringList{sample("bintensors/all-dtypes.bt"), sample("safetensors-sharded/model.safetensors.index.json")});
    EXPECT_EQ(m_sources.rowCount(), 3);
    EXPECT_EQ(text(2, MergeSourcesModel::Note), "Opening…");
    awaitOpened();
    const auto opened = m_sources.opened();
    ASSERT_EQ(opened.size(), 3U);
    EXPECT_EQ(opened[0]->checkpoint->path.filename(), "gpt2-tiny.safetensors");
    EXPECT_EQ(opened[1]->checkpoint->path.filename(), "all-dtypes.bt");
    EXPECT_EQ(opened[2]->checkpoint->files.size(), 3U);
    EXPECT_EQ(text(0, MergeSourcesModel::Tensors), "35");
    EXPECT_EQ(text(1, MergeSourcesModel::Tensors), "15");
    EXPECT_EQ(text(1, MergeSourcesModel::File), "all-dtypes.bt");
}

TEST_F(MergeSourcesModelTest, WhatIsStagedGoesInAndIsSaid)
{
    const auto opened = test::openData("safetensors/gpt2-tiny.safetensors");
    StagedEdits edits(opened->checkpoint);
    edits.remove({0, 1});
    edits.setMetadata("staged", "yes");
    m_sources.add(opened, edits);
    EXPECT_THAT(text(0, MergeSourcesModel::Note), testing::EndsWith(" · 2 staged changes"))
        << "as the Changes tab counts them";
    m_sources.add(QStringList{sample("bintensors/all-dtypes.bt")});
    awaitOpened();
    EXPECT_THAT(text(1, MergeSourcesModel::Note), testing::Not(testing::HasSubstr("staged")));
    const auto merged = m_sources.recipe()({});
    ASSERT_TRUE(merged.has_value());
    EXPECT_EQ(merged->recipe.items.size(), 33U + 15U);
    EXPECT_EQ(merged->recipe.items.front().tensor, 2U);
    ASSERT_TRUE(merged->recipe.metadata.has_value());
    EXPECT_TRUE(
        std::ranges::any_of(*merged->recipe.metadata, [](const auto& entry) { return entry.first == "staged"; }));
    m_sources.remove(0);
    const auto rest = m_sources.recipe()({});
    ASSERT_TRUE(rest.has_value());
    EXPECT_EQ(rest->recipe.items.size(), 15U);
}

TEST_F(MergeSourcesModelTest, AFileIsThereOnce)
{
    m_sources.add(test::openData("bintensors/all-dtypes.bt"));
    m_sources.add(QStringList{sample("bintensors/all-dtypes.bt")});
    EXPECT_EQ(m_sources.rowCount(), 1);
}

TEST_F(MergeSourcesModelTest, OneThatCannotBeOpenedSaysWhyAndIsNoSource)
{
    const test::TemporaryFolder folder;
    m_sources.add(QStringList{toQString(folder.path() / "none.bt"), sample("bintensors/all-dtypes.bt")});
    awaitOpened();
    EXPECT_EQ(m_sources.opened().size(), 1U);
    EXPECT_TRUE(m_sources.index(0, 0).data(SeverityRole).isValid());
    EXPECT_FALSE(m_sources.index(1, 0).data(SeverityRole).isValid());
    EXPECT_NE(text(0, MergeSourcesModel::Note), "Opening…");
    m_sources.remove(0);
    EXPECT_EQ(m_sources.rowCount(), 1);
    EXPECT_EQ(text(0, MergeSourcesModel::File), "all-dtypes.bt");
}

TEST_F(MergeSourcesModelTest, FilesOfOneNameAreToldApartByTheirFolders)
{
    const test::TemporaryFolder folder;
    const auto path = [&](const char* name) { return toQString(folder.path() / name); };
    m_sources.add(QStringList{path("one/a/model.bt"), path("two/a/model.bt"), path("two/b/model.bt"), path("x.bt")});
    EXPECT_EQ(text(0, MergeSourcesModel::File), "one/a/model.bt");
    EXPECT_EQ(text(1, MergeSourcesModel::File), "two/a/model.bt");
    EXPECT_EQ(text(2, MergeSourcesModel::File), "b/model.bt");
    EXPECT_EQ(text(3, MergeSourcesModel::File), "x.bt");
    m_sources.remove(0);
    EXPECT_EQ(text(0, MergeSourcesModel::File), "a/model.bt");
    m_sources.remove(1);
    EXPECT_EQ(text(0, MergeSourcesModel::File), "model.bt");
    awaitOpened();
}

TEST_F(MergeSourcesModelTest, TheOneThatIsBeingOpenedCanBeRemoved)
{
    m_sources.add(QStringList{sample("bintensors/gpt2-tiny.bt"), sample("bintensors/all-dtypes.bt")});
    m_sources.remove(0);
    awaitOpened();
    const auto opened = m_sources.opened();
    ASSERT_EQ(opened.size(), 1U);
    EXPECT_EQ(opened.front()->checkpoint->path.filename(), "all-dtypes.bt");
    m_sources.remove(5);
    EXPECT_EQ(m_sources.rowCount(), 1);
}

} // namespace
} // namespace loupe
