#include "items/tree/moved_groups.h"
#include "items/tree/tensor_tree_model.h"

#include "await.h"
#include "support/made_checkpoint.h"

#include <QAbstractItemModelTester>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

namespace loupe {
namespace {

using test::MadeCheckpoint;
using test::Signal;

OpenedCheckpointPtr openedWith(const std::vector<std::string>& names)
{
    MadeCheckpoint made;
    for (const std::string& name : names)
        made.add(name, DType::F32, {2});
    return *prepareForViewing(made.take(), {});
}

class EditedRowsTest : public testing::Test {
protected:
    void open(const std::vector<std::string>& names, TreeForm form)
    {
        opened = openedWith(names);
        edits = StagedEdits(opened->checkpoint);
        model.setCheckpoint(opened);
        if (form == model.form())
            return;
        Signal arranged(&model, &TensorTreeModel::arrangementFinished);
        model.setForm(form);
        ASSERT_TRUE(arranged.await());
    }
    NameTree::NodeId node(std::string_view path) const
    {
        for (NameTree::NodeId node = 0; node < opened->tree.nodeCount(); ++node)
            if (opened->tree.path(node) == path)
                return node;
        ADD_FAILURE() << path;
        return 0;
    }
    /// Renames all tensors whose names begin with `before`.
    void rename(const std::string& before, const std::string& after)
    {
        std::vector<std::uint32_t> all(opened->checkpoint->tensors.size());
        for (std::uint32_t i = 0; i < all.size(); ++i)
            all[i] = i;
        edits.rename(all, [&](std::string_view name) -> std::optional<std::string> {
            if (!name.starts_with(before))
                return std::nullopt;
            return after + std::string(name.substr(before.size()));
        });
    }
    /// A row as "shown [former]", or "=shown" if it looks the same as without edits.
    std::string row(std::string_view path) const
    {
        const QModelIndex index = model.indexOf(node(path));
        const QVariant former = index.data(FormerNameRole);
        EXPECT_EQ(former.isValid(), index.data(EditedRole).isValid()) << path;
        const std::string name = index.data().toString().toStdString();
        return former.isValid() ? name + " [" + former.toString().toStdString() + ']' : '=' + name;
    }
    bool hasDot(std::string_view path) const { return model.indexOf(node(path)).data(EditedBelowRole).isValid(); }

    OpenedCheckpointPtr opened;
    StagedEdits edits;
    TensorTreeModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

TEST_F(EditedRowsTest, ARenamedGroupShowsItAndItsRowsLookAsBefore)
{
    open({"m.h.0.q", "m.h.0.k", "m.h.1.q", "m.h.1.k", "m.norm", "head"}, TreeForm::Full);
    rename("m.h.", "m.blocks.");
    model.setEdits(edits);
    EXPECT_EQ(row("m"), "=m");
    EXPECT_TRUE(hasDot("m"));
    EXPECT_EQ(row("m.h"), "blocks [h]");
    EXPECT_FALSE(hasDot("m.h"));
    EXPECT_EQ(row("m.h.0"), "=0");
    EXPECT_EQ(row("m.h.0.q"), "=q");
    EXPECT_EQ(model.indexOf(node("m.h.0.q")).data(Qt::ToolTipRole).toString().section(u'\n', 0, 1),
        QStringLiteral("m.blocks.0.q\nrenamed from m.h.0.q"));
    EXPECT_EQ(
        model.indexOf(node("m.h")).data(Qt::AccessibleTextRole).toString(), QStringLiteral("blocks, renamed from h"));
    EXPECT_EQ(model.indexOf(node("m.h")).data(FullNameRole).toString(), QStringLiteral("m.h"));
    EXPECT_EQ(row("head"), "=head");
}

TEST_F(EditedRowsTest, WhatLeavesItsGroupHasItsWholeNewName)
{
    open({"m.h.0.q", "m.h.1.q", "m.norm"}, TreeForm::Full);
    rename("m.h.", "h.");
    model.setEdits(edits);
    EXPECT_EQ(row("m"), "=m");
    EXPECT_EQ(row("m.h"), "h [m.h]");
    EXPECT_EQ(row("m.h.1.q"), "=q");
    rename("h.1.q", "m.odd");
    model.setEdits(edits);
    EXPECT_EQ(row("m.h"), "=h"); // m.h is no longer renamed as a whole
    EXPECT_TRUE(hasDot("m.h"));
    EXPECT_EQ(row("m.h.0"), "h.0 [m.h.0]");
    EXPECT_EQ(row("m.h.0.q"), "=q");
    EXPECT_EQ(row("m.h.1.q"), "m.odd [h.1.q]");
}

TEST_F(EditedRowsTest, ASecondRenameBelowLeavesTheFirst)
{
    open({"m.h.0.q", "m.h.0.k", "m.h.1.q", "m.norm"}, TreeForm::Full);
    rename("m.", "backbone.");
    rename("backbone.h.1.", "backbone.blocks.1.");
    model.setEdits(edits);
    EXPECT_EQ(row("m"), "backbone [m]");
    EXPECT_TRUE(hasDot("m"));
    EXPECT_EQ(row("m.norm"), "=norm");
    EXPECT_EQ(row("m.h"), "=h"); // m.h was split up
    EXPECT_EQ(row("m.h.0"), "=0");
    EXPECT_EQ(row("m.h.1"), "backbone.blocks.1 [h]");
    EXPECT_EQ(row("m.h.1.q"), "=q");
    EXPECT_EQ(model.stagedPath(node("m")), "backbone");
    EXPECT_EQ(model.stagedPath(node("m.h")), "backbone.h");
    EXPECT_EQ(model.stagedPath(node("m.h.0")), "backbone.h.0");
    EXPECT_EQ(model.stagedPath(node("m.h.1")), "backbone.blocks.1");
    model.setEdits({});
    EXPECT_EQ(model.stagedPath(node("m.h")), "m.h");
}

TEST_F(EditedRowsTest, AGroupMayLoseItsName)
{
    open({"m.a.x", "m.b.y", "m.z", "other"}, TreeForm::Full);
    rename("m.", "");
    model.setEdits(edits);
    EXPECT_EQ(row("m"), "(top level) [m]");
    EXPECT_EQ(row("m.a"), "=a");
    EXPECT_EQ(row("m.b.y"), "=y");
    EXPECT_EQ(row("m.z"), "=z");
}

TEST_F(EditedRowsTest, OtherFormsShowTheirOwnRows)
{
    const std::vector<std::string> names{"m.h.0.q", "m.h.0.k", "m.h.1.q.w", "top"};
    open(names, TreeForm::Compact);
    rename("m.h.", "blocks.");
    rename("blocks.1.q.w", "blocks.1.query.w");
    model.setEdits(edits);
    EXPECT_EQ(row("m.h"), "blocks [m.h]");
    EXPECT_TRUE(hasDot("m.h")); // 1.q is another group now, too
    EXPECT_EQ(row("m.h.0"), "=0");
    EXPECT_EQ(row("m.h.0.q"), "=q");
    EXPECT_EQ(row("m.h.1.q.w"), "1.query.w [q]");
    open(names, TreeForm::Flat);
    rename("m.h.0.", "m.h.00.");
    model.setEdits(edits);
    EXPECT_EQ(row("m.h.0.q"), "m.h.00.q [0]");
    EXPECT_EQ(row("top"), "=top");
}

TEST_F(EditedRowsTest, ARoleThatIsRenamedInAllBlocksShowsIt)
{
    open({"m.h.0.attn.q.w", "m.h.0.up", "m.h.1.attn.q.w", "m.h.1.up", "top"}, TreeForm::Families);
    const auto roleOf = [&](std::uint32_t tensor) { return model.indexOf(model.tree()->parent(tensor)); };
    const std::uint32_t first = node("m.h.0.attn.q.w");
    const std::uint32_t second = node("m.h.1.attn.q.w");
    const QModelIndex role = roleOf(first);
    ASSERT_TRUE(role.isValid() && role.data(IsRoleRole).toBool());
    ASSERT_EQ(role.data().toString(), QStringLiteral("attn.q.w"));
    edits.rename(
        std::vector{first}, [](std::string_view) { return std::optional<std::string>("m.h.0.attention.q.w"); });
    model.setEdits(edits);
    EXPECT_EQ(role.data().toString(), QStringLiteral("attn.q.w")) << "one block is left";
    EXPECT_TRUE(role.data(EditedBelowRole).isValid());
    edits.rename(
        std::vector{second}, [](std::string_view) { return std::optional<std::string>("m.h.1.attention.q.w"); });
    model.setEdits(edits);
    EXPECT_EQ(role.data().toString(), QStringLiteral("attention.q.w"));
    EXPECT_EQ(role.data(FormerNameRole).toString(), QStringLiteral("attn"));
    EXPECT_FALSE(role.data(EditedBelowRole).isValid());
    EXPECT_FALSE(roleOf(node("m.h.0.up")).data(EditedRole).isValid());
    edits.rename(std::vector{second}, [](std::string_view) { return std::optional<std::string>("m.h.1.self.q.w"); });
    model.setEdits(edits);
    EXPECT_EQ(role.data().toString(), QStringLiteral("attn.q.w")) << "blocks differ";
}

TEST_F(EditedRowsTest, AGroupWithoutTensorsGoes)
{
    open({"a.b.x", "a.b.y", "a.c"}, TreeForm::Full);
    edits.remove({0, 1});
    model.setEdits(edits);
    EXPECT_EQ(model.indexOf(node("a.b")).data(EditedRole).toInt(), int(ChangeKind::Deleted));
    EXPECT_EQ(model.indexOf(node("a.b"), TensorTreeModel::Size).data(EditedRole).toInt(), int(ChangeKind::Deleted));
    EXPECT_FALSE(model.indexOf(node("a")).data(EditedRole).isValid());
    EXPECT_TRUE(hasDot("a"));
    EXPECT_FALSE(hasDot("a.b"));
    // Remaining tensors move; deleted ones do not count.
    rename("a.", "z.");
    model.setEdits(edits);
    EXPECT_EQ(row("a"), "z [a]");
    EXPECT_TRUE(hasDot("a"));
    EXPECT_EQ(row("a.c"), "=c");
}

/// Computes the new path directly from the names.
std::optional<std::string> newPathByNames(const StagedEdits& edits, std::string_view path)
{
    std::optional<std::string> found;
    std::vector<std::pair<std::string, std::string>> others; // the part after the path, and the new name
    for (std::uint32_t i = 0; i < edits.checkpoint()->tensors.size(); ++i) {
        const std::string name(edits.checkpoint()->tensors[i].name);
        if (!name.starts_with(path) || name.size() <= path.size() || name[path.size()] != '.' || edits.of(i).isDeleted)
            continue;
        const std::string rest = name.substr(path.size());
        const std::string now(edits.nameOf(i));
        if (now == name)
            return std::nullopt;
        others.emplace_back(rest, now);
        if (found)
            continue;
        if (now == rest.substr(1))
            found = "";
        else if (now.size() > rest.size() && now.ends_with(rest))
            found = now.substr(0, now.size() - rest.size());
    }
    for (const auto& [rest, now] : others) {
        if (found && now != (found->empty() ? rest.substr(1) : *found + rest)
            && (found->empty() || !now.starts_with(*found + '.')))
            return std::nullopt;
    }
    return found;
}

TEST(MovedGroups, AreThoseThatTheNamesTell)
{
    std::mt19937 random(7);
    const auto below = [&](std::size_t most) { return std::uint32_t(random() % most); };
    const std::vector<std::string> segments{"a", "b", "c"};
    std::size_t moved = 0;
    for (int round = 0; round < 300; ++round) {
        std::set<std::string> names;
        for (int i = 0; i < 6; ++i) {
            std::string name = segments[below(2)];
            for (std::uint32_t depth = below(4); depth > 0; --depth)
                name += '.' + segments[below(3)];
            names.insert(name + ".w");
        }
        const auto opened = openedWith({names.begin(), names.end()});
        const std::size_t count = names.size();
        StagedEdits edits(opened->checkpoint);
        for (int step = 0; step < 3; ++step) {
            const std::string from = std::next(names.begin(), below(count))->substr(0, 1 + 2 * below(3));
            const std::string to = below(3) == 0 ? "" : below(2) == 0 ? "x.y" : "z";
            std::vector<std::uint32_t> all(count);
            std::iota(all.begin(), all.end(), 0U);
            edits.rename(all, [&](std::string_view name) -> std::optional<std::string> {
                if (!name.starts_with(from + '.'))
                    return std::nullopt;
                return to + std::string(name.substr(from.size() + (to.empty() ? 1 : 0)));
            });
        }
        if (below(2) == 0)
            edits.remove({below(count)});
        const MovedGroups groups(edits, std::shared_ptr<const NameTree>(opened, &opened->tree));
        for (auto group = opened->tree.root() + 1; group < opened->tree.nodeCount(); ++group) {
            const auto path = groups.newPath(group);
            const auto expected = newPathByNames(edits, opened->tree.path(group));
            EXPECT_EQ(path.has_value(), expected.has_value()) << opened->tree.path(group);
            EXPECT_EQ(path.value_or(""), expected.value_or(""));
            moved += path.has_value();
        }
    }
    EXPECT_GT(moved, 100U);
}

TEST(MovedGroups, GiveTensorsWithLikeNamesTheirNewBeginning)
{
    const auto opened = openedWith({"m.h.0.w", "m.h.1.w", "m.x"});
    const struct {
        std::string_view from;
        std::string_view to;
        std::optional<std::string> pattern;
    } cases[] = {
        {"m.", "b.", "b.h.{0,1}.w"},
        {"m.h.", "", "{0,1}.w"},
        {"m.h.0.", "m.h.7.", std::nullopt}, // renames only one of the two tensors
        {"n.", "b.", std::nullopt},
    };
    for (const auto& one : cases) {
        StagedEdits edits(opened->checkpoint);
        edits.rename({0, 1, 2}, [&](std::string_view name) {
            return name.starts_with(one.from) ? std::optional(std::string(one.to).append(name.substr(one.from.size())))
                                              : std::nullopt;
        });
        const MovedGroups groups(edits, std::shared_ptr<const NameTree>(opened, &opened->tree));
        EXPECT_EQ(groups.patternAfter(0, "m.h.{0,1}.w"), one.pattern) << one.from;
    }
}

TEST_F(EditedRowsTest, SizesAreThoseAfterSaving)
{
    open({"a.b.w", "a.b.v", "a.c.w"}, TreeForm::Full); // 8 bytes each
    edits.cast({0}, DType::F64);
    edits.remove({2});
    model.setEdits(edits);
    const auto size = [&](std::string_view path, int role = Qt::DisplayRole) {
        return model.indexOf(node(path), TensorTreeModel::Size).data(role);
    };
    EXPECT_EQ(size("a.b.w").toString(), QStringLiteral("16 B"));
    EXPECT_EQ(size("a.b.w", EditedRole).toInt(), int(ChangeKind::Cast));
    EXPECT_TRUE(size("a.b.w", Qt::ToolTipRole).toString().startsWith(u"8 bytes → 16 bytes"));
    EXPECT_EQ(size("a.b.v").toString(), QStringLiteral("8 B"));
    EXPECT_FALSE(size("a.b.v", EditedRole).isValid());
    EXPECT_EQ(size("a.b").toString(), QStringLiteral("24 B"));
    EXPECT_EQ(size("a.c").toString(), QStringLiteral("8 B")) << "struck through";
    EXPECT_EQ(size("a.c", EditedRole).toInt(), int(ChangeKind::Deleted));
    EXPECT_EQ(size("a").toString(), QStringLiteral("24 B"));
    EXPECT_FALSE(size("a", EditedRole).isValid()) << "24 before, too";
    edits.revert({2});
    model.setEdits(edits);
    EXPECT_EQ(size("a").toString(), QStringLiteral("32 B"));
    model.setEdits({});
    EXPECT_EQ(size("a").toString(), QStringLiteral("24 B"));
}

TEST_F(EditedRowsTest, CountsAreThoseAfterSaving)
{
    open({"a.b.w", "a.b.v", "a.c.w"}, TreeForm::Full); // 2 elements each
    edits.remove({0, 2});
    model.setEdits(edits);
    const auto parameters = [&](std::string_view path, int role = Qt::DisplayRole) {
        return model.indexOf(node(path), TensorTreeModel::Parameters).data(role).toString();
    };
    const auto tensors = [&](std::string_view path) { return model.indexOf(node(path)).data(HintRole).toString(); };
    EXPECT_EQ(parameters("a"), QStringLiteral("2"));
    EXPECT_EQ(parameters("a", WholeTextRole), QStringLiteral("2 parameters"));
    EXPECT_EQ(parameters("a", Qt::ToolTipRole), QStringLiteral("6 parameters → 2 parameters after saving"));
    EXPECT_EQ(tensors("a"), QStringLiteral("1 tensor"));
    EXPECT_EQ(tensors("a.b"), QStringLiteral("1 tensor"));
    EXPECT_EQ(parameters("a.c"), QStringLiteral("2")) << "struck through";
    EXPECT_EQ(tensors("a.c"), QStringLiteral("1 tensor"));
    model.setEdits({});
    EXPECT_EQ(parameters("a"), QStringLiteral("6"));
    EXPECT_EQ(tensors("a"), QStringLiteral("3 tensors"));
}

TEST_F(EditedRowsTest, SharesAreThoseAfterSaving)
{
    open({"a.b.w", "a.b.v", "a.c.w"}, TreeForm::Full); // 8 bytes each
    const double before = std::max(double(opened->checkpoint->totalFileBytes()), 24.0);
    const auto share = [&](std::string_view path, int role) {
        return model.indexOf(node(path), TensorTreeModel::Share).data(role);
    };
    EXPECT_DOUBLE_EQ(share("a", ShareRole).toDouble(), 24 / before);
    edits.cast({0}, DType::F64);
    edits.cast({1}, DType::F64);
    edits.remove({2});
    model.setEdits(edits);
    EXPECT_DOUBLE_EQ(share("a.b.w", ShareRole).toDouble(), 16 / (before + 8));
    EXPECT_DOUBLE_EQ(share("a", ShareRole).toDouble(), 32 / (before + 8));
    for (const char* const deleted : {"a.c", "a.c.w"}) {
        EXPECT_EQ(share(deleted, ShareRole).toDouble(), 0.0);
        EXPECT_EQ(share(deleted, Qt::DisplayRole).toString(), QStringLiteral("–"));
    }
    model.setEdits({});
    EXPECT_DOUBLE_EQ(share("a.c", ShareRole).toDouble(), 8 / before);
}

} // namespace
} // namespace loupe
