#include "shown_tree.h"
#include "support/made_checkpoint.h"
#include "views/tree/selected_names.h"

#include <QHeaderView>

#include <gtest/gtest.h>

#include <string>

namespace loupe {
namespace {

/// Layers with three roles each. "attn.weight" is the first.
std::shared_ptr<const Checkpoint> blocks(int count, const char* path = "", const char* before = nullptr)
{
    test::MadeCheckpoint made;
    made->path = path;
    if (before)
        made.add(before, DType::F32, {1});
    for (int layer = 0; layer < count; ++layer)
        for (const char* name : {"attn.weight", "attn.bias", "mlp.weight"})
            made.add("model.layers." + std::to_string(layer) + '.' + name, DType::BF16, {16, 16});
    made.add("model.norm", DType::F32, {16});
    return made.take();
}

class FamiliesViewTest : public test::ShownTreeTest {
protected:
    void show(TreeForm form)
    {
        m_model.setForm(form);
        await();
    }
    NameTree::NodeId node(std::string_view path) const
    {
        for (NameTree::NodeId id = m_model.tree()->root(); id < m_model.tree()->nodeCount(); ++id) {
            if (m_model.tree()->path(id) == path)
                return id;
        }
        ADD_FAILURE() << path;
        return 0;
    }
    bool isOpen(std::string_view path) const { return m_view.isExpanded(m_model.indexOf(node(path))); }
    /// The full names of all visible rows.
    std::vector<std::string> shown() const
    {
        std::vector<std::string> names;
        for (QModelIndex row = m_model.index(0, 0); row.isValid(); row = m_view.indexBelow(row))
            names.push_back(row.data(FullNameRole).toString().toStdString());
        return names;
    }
};

TEST_F(FamiliesViewTest, OpensTheFamiliesButNoRole)
{
    open(blocks(40));
    show(TreeForm::Families);
    EXPECT_EQ(shown(),
        (std::vector<std::string>{"model", "model.layers.{0…39}", "model.layers.{0…39}.attn.bias",
            "model.layers.{0…39}.attn.weight", "model.layers.{0…39}.mlp.weight", "model.norm"}));
}

TEST_F(FamiliesViewTest, EachTreeKeepsWhatIsOpenInIt)
{
    open(blocks(40));
    m_view.collapseAll();
    await();
    m_view.expand(m_model.indexOf(node("model")));
    const auto before = shown();
    show(TreeForm::Families);
    m_view.expand(m_model.indexOf(node("model.layers.{0…39}.mlp.weight")));
    const auto families = shown();
    show(TreeForm::Full);
    EXPECT_EQ(shown(), before);
    show(TreeForm::Families);
    EXPECT_EQ(shown(), families);
    filter(QStringLiteral("layers.7.attn"));
    EXPECT_EQ(shown(),
        (std::vector<std::string>{"model.layers.7", "model.layers.7.attn.bias", "model.layers.7.attn.weight"}));
    filter({});
    EXPECT_EQ(shown(), families);
}

TEST_F(FamiliesViewTest, ATensorStaysCurrentAndAGroupBecomesTheOneThatHoldsIt)
{
    open(blocks(40));
    ASSERT_TRUE(m_view.selectNode(100));
    std::vector<std::optional<NameTree::NodeId>> told;
    QObject::connect(&m_view, &TensorTreeView::currentNodeChanged, &m_view,
        [&](std::optional<NameTree::NodeId> id) { told.push_back(id); });
    show(TreeForm::Families);
    EXPECT_EQ(m_view.currentTensor(), 100U);
    EXPECT_EQ(m_view.currentIndex().data().toString(), QStringLiteral("layers.33"));
    EXPECT_TRUE(m_view.isExpanded(m_view.currentIndex().parent()));
    EXPECT_TRUE(told.empty());
    const NameTree::NodeId role = node("model.layers.{0…39}.attn.weight");
    ASSERT_TRUE(m_view.selectNode(role));
    show(TreeForm::Compact);
    const NameTree::NodeId layers = node("model.layers");
    EXPECT_EQ(m_view.currentNode(), layers);
    EXPECT_EQ(told, (std::vector<std::optional<NameTree::NodeId>>{role, std::nullopt, layers}));
    for (const char* const group : {"model.layers", "model.layers.7", "model.layers.7.attn"}) {
        show(TreeForm::Full);
        ASSERT_TRUE(m_view.selectNode(node(group)));
        show(TreeForm::Families);
        EXPECT_EQ(m_view.currentNode(), node("model.layers.{0…39}")) << group;
    }
}

TEST_F(FamiliesViewTest, ReloadKeepsOpenFamiliesAndTheCurrentOneByName)
{
    open(blocks(40, "model.bt"));
    show(TreeForm::Families);
    const char* const mlp = "model.layers.{0…39}.mlp.weight";
    m_view.expand(m_model.indexOf(node(mlp)));
    ASSERT_TRUE(m_view.selectNode(node(mlp)));
    open(blocks(40, "model.bt", "added.weight"));
    EXPECT_TRUE(isOpen("model.layers.{0…39}"));
    EXPECT_TRUE(isOpen(mlp));
    EXPECT_FALSE(isOpen("model.layers.{0…39}.attn.weight"));
    EXPECT_EQ(m_view.currentNode(), node(mlp));
    ASSERT_TRUE(m_view.selectNode(5));
    open(blocks(40, "model.bt"));
    EXPECT_EQ(m_view.currentTensor(), 4U);
}

TEST_F(FamiliesViewTest, AFamilyIsCopiedAsTheNamesOfItsMembers)
{
    open(blocks(3));
    show(TreeForm::Families);
    m_view.selectNode(node("model.layers.{0…2}.attn.weight"));
    EXPECT_EQ(selectedNames(m_view),
        QStringLiteral("model.layers.0.attn.weight\nmodel.layers.1.attn.weight\nmodel.layers.2.attn.weight"));
    EXPECT_EQ(m_view.chosen().tensors(), (std::vector<std::uint32_t>{0, 3, 6}));
    m_view.selectNode(node("model")); // not a pattern
    EXPECT_EQ(selectedNames(m_view), QStringLiteral("model"));
    filter(QStringLiteral("-layers.1"));
    m_view.selectNode(node("model.layers.{0…2}.attn.weight"));
    EXPECT_EQ(selectedNames(m_view), QStringLiteral("model.layers.0.attn.weight\nmodel.layers.2.attn.weight"));
}

} // namespace
} // namespace loupe
