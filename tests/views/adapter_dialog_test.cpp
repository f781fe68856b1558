// Tests the dialogs for LoRA adapters: their questions, previews and output.

#include "views/adapters/base_choice.h"
#include "views/adapters/extract_adapter_choice.h"
#include "views/adapters/kept_energy_panel.h"
#include "views/adapters/merge_adapter_choice.h"
#include "views/adapters/rank_choice.h"
#include "views/adapters/rewrite_adapter_choice.h"
#include "views/adapters/spelling_box.h"

#include "adapters/adapter_cases.h"
#include "items/adapters/kept_energy_model.h"
#include "items/jobs/item_roles.h"
#include "support/compared_pair.h"
#include "support/held_jobs.h"
#include "views/writing/left_out_dialog.h"
#include "write_dialog_fixture.h"

#include <QAbstractItemModelTester>
#include <QDoubleSpinBox>
#include <QPlainTextEdit>
#include <QPointer>
#include <QProcess>
#include <QSpinBox>
#include <QTableView>
#include <limits>

namespace loupe {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

class AdapterDialogTest : public WriteDialogTest {
protected:
    static std::string data(const std::string& name) { return test::dataPath("adapters/" + name).string(); }
    static AdapterReportPtr report(const std::string& adapter, const std::string& base = {})
    {
        auto read = readReport(test::openAdapterFile(adapter), {});
        EXPECT_TRUE(read);
        if (base.empty())
            return *read;
        auto based = withBase(*read, data(base), {});
        EXPECT_TRUE(based);
        return *based;
    }
    static json caseOf(std::string_view name)
    {
        const json all = test::adapterCases();
        return *std::ranges::find_if(all, [&](const json& one) { return one["name"] == name; });
    }
    /// `name` is the output file, as if the user typed it. If empty, the proposal is kept.
    void show(RecipeChoice* choice, const std::string& name)
    {
        m_dialog = std::make_unique<WriteDialog>(
            WriteTask{.title = QStringLiteral("LoRA"),
                .source = QStringLiteral("adapter"),
                .recipe = {},
                .choices = {.formats = allOutputFormats(), .path = path("proposed.safetensors")}},
            choice);
        m_dialog->show();
        waitUntilIdle();
        if (!name.empty())
            type(target(), path(name));
    }
    MergeAdapterChoice& merge(const AdapterReportPtr& report, const std::string& name = "merged.safetensors")
    {
        auto* const choice = new MergeAdapterChoice(report);
        show(choice, name);
        return *choice;
    }
    RewriteAdapterChoice& rewrite(const AdapterReportPtr& report, RewriteAdapterChoice::Aim aim,
        const std::string& name = "adapter_model.safetensors")
    {
        auto* const choice = new RewriteAdapterChoice(report, aim);
        show(choice, name);
        return *choice;
    }
    void writeAll()
    {
        ASSERT_TRUE(write().isEnabled()) << notices();
        write().click();
        waitUntilIdle();
        EXPECT_THAT(result(), HasSubstr("Written and verified")) << notices();
    }
    /// Runs the command line in a separate folder, and compares its output with that of the dialog.
    void expectSameAsCommandLine(QStringList arguments, const std::vector<std::string>& files)
    {
        const fs::path folder = m_folder.path() / "command-line";
        fs::create_directory(folder);
        arguments.replaceInStrings(QStringLiteral("OUT"), toQString(folder / files.front()));
        QProcess tloupe;
        tloupe.start(QStringLiteral(LOUPE_TLOUPE), arguments);
        ASSERT_TRUE(tloupe.waitForFinished());
        ASSERT_EQ(tloupe.exitCode(), 0) << tloupe.readAllStandardError().toStdString();
        for (const std::string& file : files) {
            ASSERT_TRUE(fs::exists(m_folder.path() / file)) << file;
            EXPECT_TRUE(test::readFile(m_folder.path() / file) == test::readFile(folder / file)) << file;
        }
        EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), std::ptrdiff_t(files.size()));
    }
    QAbstractItemModel& energies() const { return *named<QTableView>("Energy kept of each module").model(); }
    std::vector<std::string> filesShown() const
    {
        const QAbstractItemModel& files = *named<QTableView>("Files to write").model();
        std::vector<std::string> names;
        for (int row = 0; row < files.rowCount(); ++row)
            names.push_back(
                (files.index(row, 0).data().toString() + u' ' + files.index(row, 1).data().toString()).toStdString());
        return names;
    }
};

TEST_F(AdapterDialogTest, MergingWritesTheBytesOfTheCommandLine)
{
    MergeAdapterChoice& choice = merge(report("flux.safetensors", "flux-base.safetensors"));
    choice.strength().setValue(0.625);
    waitUntilIdle();
    writeAll();
    expectSameAsCommandLine(
        {QStringLiteral("lora"), toQString(fs::path(data("flux.safetensors"))), QStringLiteral("--base"),
            toQString(fs::path(data("flux-base.safetensors"))), QStringLiteral("--merge"), QStringLiteral("--strength"),
            QStringLiteral("0.625"), QStringLiteral("-o"), QStringLiteral("OUT")},
        {"merged.safetensors"});
}

TEST_F(AdapterDialogTest, ResizingWritesTheBytesOfTheCommandLineAndItsConfiguration)
{
    RewriteAdapterChoice& choice = rewrite(report("peft/adapter_model.safetensors"), RewriteAdapterChoice::Aim::Resize);
    choice.ranks().rank().setValue(1);
    waitUntilIdle();
    EXPECT_THAT(filesShown(), ElementsAre("adapter_model.safetensors Create", "adapter_config.json Create"));
    writeAll();
    expectSameAsCommandLine(
        {QStringLiteral("lora"), toQString(fs::path(data("peft/adapter_model.safetensors"))), QStringLiteral("--rank"),
            QStringLiteral("1"), QStringLiteral("-o"), QStringLiteral("OUT")},
        {"adapter_model.safetensors", "adapter_config.json"});
}

TEST_F(AdapterDialogTest, OtherNamesAreThoseOfTheCommandLine)
{
    RewriteAdapterChoice& choice =
        rewrite(report("diffusers.safetensors"), RewriteAdapterChoice::Aim::Rename, "renamed.safetensors");
    EXPECT_FALSE(write().isEnabled()); // nothing would change
    EXPECT_EQ(m_dialog->findChild<KeptEnergyPanel*>(), nullptr); // names have no energy
    choice.spelling().choose(AdapterSpelling::Kohya);
    waitUntilIdle();
    EXPECT_THAT(notices(), HasSubstr("kohya names instead of diffusers names."));
    writeAll();
    expectSameAsCommandLine(
        {QStringLiteral("lora"), toQString(fs::path(data("diffusers.safetensors"))), QStringLiteral("--spelling"),
            QStringLiteral("kohya"), QStringLiteral("-o"), QStringLiteral("OUT")},
        {"renamed.safetensors"});
}

TEST_F(AdapterDialogTest, ExtractingComputesWhenAskedAndWritesTheBytesOfTheCommandLine)
{
    auto* const choice = new ExtractAdapterChoice(
        test::openAdapterFile("flux-base.safetensors"), test::openAdapterFile("flux-merged.safetensors"));
    show(choice, "adapter_model.safetensors");
    const QAbstractItemModelTester tester(&energies());
    EXPECT_FALSE(write().isEnabled());
    EXPECT_THAT(notices(), HasSubstr("Press Compute"));
    choice->rank().setValue(2);
    {
        const test::HeldJobs held;
        choice->panel().computeButton().click();
        EXPECT_TRUE(choice->isBusy());
        EXPECT_EQ(choice->panel().summary(), QStringLiteral("Computing…"));
        choice->panel().computeButton().click();
        EXPECT_FALSE(choice->isBusy());
    }
    waitUntilIdle();
    EXPECT_EQ(choice->panel().summary(), QStringLiteral("Stopped."));
    EXPECT_EQ(energies().rowCount(), 0);
    choice->panel().computeButton().click();
    waitUntilIdle();
    ASSERT_EQ(energies().rowCount(), 3);
    EXPECT_TRUE(named<QTableView>("Energy kept of each module").isColumnHidden(KeptEnergyModel::RankBefore));
    EXPECT_EQ(energies().index(0, KeptEnergyModel::Rank).data().toString(), QStringLiteral("2"));
    writeAll();
    expectSameAsCommandLine({QStringLiteral("convert"), toQString(fs::path(data("flux-base.safetensors"))),
                                toQString(fs::path(data("flux-merged.safetensors"))), QStringLiteral("OUT"),
                                QStringLiteral("--extract-lora"), QStringLiteral("2")},
        {"adapter_model.safetensors", "adapter_config.json"});
}

TEST_F(AdapterDialogTest, ExtractingListsWhatTheAdapterHasNoPlaceFor)
{
    auto* const choice = new ExtractAdapterChoice(
        test::openAdapterFile("tuned-base.safetensors"), test::openAdapterFile("tuned.safetensors"));
    show(choice, "adapter_model.safetensors");
    choice->rank().setValue(2);
    choice->panel().computeButton().click();
    waitUntilIdle();
    const auto expectListed = [this] {
        EXPECT_THAT(notices(), HasSubstr("4 tensors differ and are not in the adapter."));
        QPushButton* const all = noticeButton(QStringLiteral("Show all"));
        ASSERT_NE(all, nullptr);
        all->click();
        const QPointer<LeftOutDialog> dialog = m_dialog->findChild<LeftOutDialog*>();
        ASSERT_TRUE(dialog);
        const QStringList lines = dialog->findChild<QPlainTextEdit*>()->toPlainText().split(u'\n');
        EXPECT_EQ(lines.size(), 4);
        EXPECT_TRUE(lines.contains(u"extra.weight is not in the base")) << lines.join(u'\n').toStdString();
        EXPECT_TRUE(lines.contains(u"steps is not in the tuned model")) << lines.join(u'\n').toStdString();
        delete dialog.data();
    };
    expectListed();
    writeAll();
    expectListed();
}

TEST_F(AdapterDialogTest, MergingSaysWhatItChangesAndWhatDoesNotFit)
{
    MergeAdapterChoice& choice = merge(report("flux.safetensors"), {});
    EXPECT_FALSE(write().isEnabled());
    EXPECT_THAT(notices(), HasSubstr("Choose the model"));
    const auto setBase = [&](const std::string& name) {
        choice.base().setPath(toQString(fs::path(name)));
        waitUntilIdle();
    };
    setBase(data("nothing.safetensors"));
    EXPECT_FALSE(write().isEnabled());
    EXPECT_THAT(notices(), HasSubstr("nothing.safetensors"));
    setBase(data("flux-base.safetensors"));
    EXPECT_TRUE(write().isEnabled());
    EXPECT_THAT(notices(), HasSubstr("5 modules change 3 tensors of the base."));
    EXPECT_EQ(target().text(), toQString(fs::path(data("flux-base-merged.safetensors"))));
    // Keeps what the user has typed.
    type(target(), path("mine.safetensors"));
    setBase(data("peft-base.safetensors"));
    EXPECT_EQ(target().text(), path("mine.safetensors"));
    EXPECT_FALSE(write().isEnabled());
    EXPECT_THAT(notices(), HasSubstr("no module of the adapter fits the base"));
}

TEST_F(AdapterDialogTest, TheEnergyOfEachModuleAndOfAllIsThatOfItsSingularValues)
{
    const json adapter = caseOf("kohya");
    RewriteAdapterChoice& choice =
        rewrite(report(adapter["adapter"]), RewriteAdapterChoice::Aim::Resize, "small.safetensors");
    const QAbstractItemModelTester tester(&energies());
    choice.ranks().rank().setValue(1);
    waitUntilIdle();
    double all = 0;
    double kept = 0;
    int row = 0;
    for (const json& module : adapter["modules"]) {
        if (!module.contains("rank"))
            continue;
        double square = 0;
        for (const json& value : module["singular_values"])
            square += value.get<double>() * value.get<double>();
        const double first = module["singular_values"][0].get<double>();
        ASSERT_LT(row, energies().rowCount());
        const auto cell = [&](int column) { return energies().index(row, column); };
        EXPECT_EQ(cell(KeptEnergyModel::Module).data().toString().toStdString(), module["name"]);
        EXPECT_EQ(cell(KeptEnergyModel::RankBefore).data().toInt(), module["rank"]);
        EXPECT_EQ(cell(KeptEnergyModel::Rank).data().toInt(), 1);
        EXPECT_NEAR(cell(KeptEnergyModel::Energy).data(WholeTextRole).toDouble(), first * first / square, 1e-6);
        all += square;
        kept += first * first;
        ++row;
    }
    EXPECT_EQ(energies().rowCount(), row);
    ASSERT_NE(choice.computation().adapter(), nullptr);
    EXPECT_NEAR(choice.computation().adapter()->energy(), kept / all, 1e-6);
    EXPECT_THAT(choice.panel().summary().toStdString(), HasSubstr("of the total energy."));
    // All modules keep at least this share; their ranks follow from it.
    choice.ranks().keep().setCurrentIndex(int(RankChoice::Keep::Energy));
    choice.ranks().energy().setValue(100);
    waitUntilIdle();
    for (int module = 0; module < energies().rowCount(); ++module) {
        EXPECT_EQ(energies().index(module, KeptEnergyModel::Rank).data(),
            energies().index(module, KeptEnergyModel::RankBefore).data());
    }
}

TEST_F(AdapterDialogTest, WhatCannotBeWrittenIsSaidBefore)
{
    RewriteAdapterChoice& joined = rewrite(report("kohya.safetensors"), RewriteAdapterChoice::Aim::Rename);
    joined.spelling().choose(AdapterSpelling::Diffusers);
    waitUntilIdle();
    EXPECT_FALSE(write().isEnabled());
    EXPECT_THAT(notices(), HasSubstr("Choose the base above."));
    EXPECT_THAT(notices(), testing::Not(HasSubstr("--base")));
    joined.base().setPath(toQString(fs::path(data("kohya-base.safetensors"))));
    waitUntilIdle();
    EXPECT_TRUE(write().isEnabled()) << notices();
    RewriteAdapterChoice& whole = rewrite(report("peft/adapter_model.safetensors"), RewriteAdapterChoice::Aim::Rename);
    whole.spelling().choose(AdapterSpelling::Kohya);
    waitUntilIdle();
    EXPECT_FALSE(write().isEnabled());
    EXPECT_THAT(notices(), HasSubstr("kohya"));
}

TEST_F(AdapterDialogTest, ARefusedMergeSaysHowToWriteNanAnyway)
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto adapter = openCheckpoint(m_folder.write("nan.safetensors",
        test::safetensorsOf({{"lora_unet_a.lora_down.weight", "F32", "[1,2]", test::packedBytes<float>({nan, 1})},
            {"lora_unet_a.lora_up.weight", "F32", "[2,1]", test::packedBytes<float>({1, 1})}})));
    const auto base = m_folder.write("base.safetensors",
        test::safetensorsOf({{"a.weight", "F32", "[2,2]", test::packedBytes<float>({1, 2, 3, 4})}}));
    merge(*withBase(*readReport(*adapter, {}), base, {}));
    EXPECT_FALSE(write().isEnabled());
    EXPECT_THAT(notices(), HasSubstr("has NaN or infinite values. Merge it on the command line"));
}

/// The program proposes a folder for names of PEFT, because its loader looks for files of fixed names.
TEST_F(AdapterDialogTest, WritingCreatesTheFolderOfAnAdapter)
{
    RewriteAdapterChoice& choice = rewrite(
        report("peft/adapter_model.safetensors"), RewriteAdapterChoice::Aim::Resize, "small/adapter_model.safetensors");
    choice.ranks().rank().setValue(1);
    waitUntilIdle();
    EXPECT_TRUE(write().isEnabled()) << notices();
    EXPECT_THAT(filesShown(),
        ElementsAre(
            "small/adapter_model.safetensors Create (new folder)", "small/adapter_config.json Create (new folder)"));
    write().click();
    waitUntilIdle();
    EXPECT_TRUE(openCheckpoint(m_folder.path() / "small/adapter_model.safetensors").has_value());
    EXPECT_EQ(json::parse(test::readFile(m_folder.path() / "small/adapter_config.json"))["r"], 1);
}

TEST_F(AdapterDialogTest, ItsOwnNamesAreOfferedOnce)
{
    RewriteAdapterChoice& choice = rewrite(report("peft/adapter_model.safetensors"), RewriteAdapterChoice::Aim::Rename);
    QStringList names;
    for (int row = 0; row < choice.spelling().count(); ++row)
        names << choice.spelling().itemText(row);
    EXPECT_EQ(names,
        QStringList({QStringLiteral("unchanged (PEFT)"), QStringLiteral("kohya"), QStringLiteral("diffusers"),
            QStringLiteral("ComfyUI")}));
    EXPECT_EQ(choice.spelling().spelling(), std::nullopt);
    choice.spelling().choose(AdapterSpelling::Diffusers);
    EXPECT_EQ(choice.spelling().spelling(), AdapterSpelling::Diffusers);
}

TEST_F(AdapterDialogTest, TheConfigurationOfWhatIsReadIsNotReplaced)
{
    for (const char* const file : {"adapter_model.safetensors", "adapter_config.json"})
        fs::copy_file(data(std::string("peft/") + file), m_folder.path() / file);
    const auto opened = openCheckpoint(m_folder.path() / "adapter_model.safetensors");
    ASSERT_TRUE(opened);
    const auto read = readReport(*opened, {});
    ASSERT_TRUE(read);
    rewrite(*read, RewriteAdapterChoice::Aim::Resize, "other.safetensors");
    EXPECT_FALSE(write().isEnabled());
    EXPECT_THAT(notices(), HasSubstr("another folder"));
    EXPECT_THAT(notices(), HasSubstr("PEFT looks for a file that is named adapter_model.safetensors."));
    // If the target is the adapter itself, the dialog says that both files are replaced.
    type(target(), path("adapter_model.safetensors"));
    EXPECT_TRUE(write().isEnabled()) << notices();
    EXPECT_THAT(filesShown(), ElementsAre("adapter_model.safetensors Replace", "adapter_config.json Replace"));
    EXPECT_EQ(write().text(), QStringLiteral("Write, replacing 2 files"));
    writeAll();
    EXPECT_EQ(json::parse(test::readFile(m_folder.path() / "adapter_config.json"))["r"], 1);
}

} // namespace
} // namespace loupe
