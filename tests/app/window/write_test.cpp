#include "formats/open_checkpoint.h"
#include "items/merge_sources.h"
#include "items/tensor_tree_model.h"
#include "views/write_dialog.h"
#include "views/write_status.h"
#include "window_fixture.h"

#include <QAction>
#include <QLineEdit>
#include <QPushButton>

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

namespace loupe {
namespace {

class WriteTest : public test::WindowTest {
protected:
    QAction& action(const char* text)
    {
        for (QAction* const candidate : m_window.findChildren<QAction*>()) {
            if (candidate->text().remove(u'&') == QString::fromUtf8(text))
                return *candidate;
        }
        ADD_FAILURE() << "no " << text;
        std::abort();
    }
    /// The dialog that an action opens, settled.
    WriteDialog& dialogOf(const char* text)
    {
        action(text).trigger();
        const auto dialogs = m_window.findChildren<WriteDialog*>();
        EXPECT_EQ(dialogs.size(), 1) << text;
        EXPECT_TRUE(await([&] { return dialogs.front()->isSettled(); }));
        return *dialogs.front();
    }
    static QString target(WriteDialog& dialog)
    {
        for (const auto* const edit : dialog.findChildren<QLineEdit*>()) {
            if (edit->accessibleName() == u"Where to write")
                return edit->text();
        }
        return {};
    }
    static std::string readFile(const std::filesystem::path& path)
    {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
};

TEST_F(WriteTest, WithoutAFileOnlyMergingIsOffered)
{
    for (const char* const text : {"Save as…", "Convert…", "Export…"})
        EXPECT_FALSE(action(text).isEnabled()) << text;
    EXPECT_TRUE(action("Merge…").isEnabled());
    WriteDialog& dialog = dialogOf("Merge…");
    EXPECT_EQ(dialog.sources()->rowCount(), 0);
    EXPECT_FALSE(dialog.status().write().isEnabled());
}

TEST_F(WriteTest, ConvertingProposesTheOtherFormatAndOpensWhatItWrote)
{
    const auto copy = m_folder.path() / "copy.safetensors";
    std::filesystem::copy_file(test::dataPath("safetensors/all-dtypes.safetensors"), copy);
    open(copy);
    WriteDialog& dialog = dialogOf("Convert…");
    EXPECT_EQ(target(dialog), toQString(m_folder.path() / "copy.bt"));
    dialog.status().write().click();
    ASSERT_TRUE(await([&] { return dialog.isSettled(); }));
    EXPECT_TRUE(readFile(m_folder.path() / "copy.bt") == readFile(test::dataPath("bintensors/all-dtypes.bt")));
    dialog.status().open().click();
    ASSERT_TRUE(await(
        [&] { return m_window.document().current()->checkpoint->path.extension() == ".bt" && m_window.isSettled(); }));
}

TEST_F(WriteTest, SavingAsProposesAnotherName)
{
    open(copyOfSample());
    WriteDialog& dialog = dialogOf("Save as…");
    EXPECT_EQ(target(dialog), toQString(m_folder.path() / "copy-copy.safetensors"));
    EXPECT_EQ(dialog.job().current()->output->recipe.items.size(), 35U);
}

TEST_F(WriteTest, OneSelectedTensorIsExportedAsNpy)
{
    open(copyOfSample());
    select("wte");
    WriteDialog& dialog = dialogOf("Export…");
    EXPECT_EQ(target(dialog), toQString(m_folder.path() / "wte.npy"));
    ASSERT_TRUE(dialog.job().current()->output.has_value());
    ASSERT_EQ(dialog.job().current()->output->recipe.items.size(), 1U);
    EXPECT_EQ(dialog.job().current()->output->recipe.items.front().name, "wte");
}

TEST_F(WriteTest, SelectedGroupsAreExportedWithAllBelow)
{
    open(copyOfSample());
    const NameTree& tree = m_window.document().current()->tree;
    for (NameTree::NodeId node = tree.tensorCount(); node < tree.nodeCount(); ++node) {
        if (tree.path(node) == "h.1")
            m_window.tree().selectNode(node);
    }
    WriteDialog& dialog = dialogOf("Export…");
    EXPECT_EQ(target(dialog), toQString(m_folder.path() / "copy-selection.npz"));
    std::uint64_t below = 0;
    for (const Tensor& tensor : m_window.document().current()->checkpoint->tensors)
        below += tensor.name.starts_with("h.1.");
    ASSERT_TRUE(dialog.job().current()->output.has_value());
    EXPECT_EQ(dialog.job().current()->output->recipe.items.size(), below);
}

TEST_F(WriteTest, WithoutASelectionAllThatIsShownIsExported)
{
    open(copyOfSample());
    m_window.tree().clearSelection();
    m_window.model().setFilter(QStringLiteral("dtype:bf16"));
    ASSERT_TRUE(awaitSettled());
    const auto shown = m_window.model().visibleTensors();
    ASSERT_LT(shown, 35U);
    WriteDialog& dialog = dialogOf("Export…");
    ASSERT_TRUE(dialog.job().current()->output.has_value());
    EXPECT_EQ(dialog.job().current()->output->recipe.items.size(), shown);
}

TEST_F(WriteTest, SelectingAllRowsSelectsAllNodes)
{
    open(copyOfSample());
    m_window.tree().expandAll();
    ASSERT_TRUE(awaitSettled());
    m_window.tree().selectAll();
    const NameTree& tree = m_window.document().current()->tree;
    EXPECT_EQ(m_window.tree().chosen().nodes.size(), tree.nodeCount() - 1); // the root has no row
}

} // namespace
} // namespace loupe
