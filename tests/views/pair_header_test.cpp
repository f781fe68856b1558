#include "views/compare/pair_header.h"

#include "views/kit/elided_label.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QList>

namespace loupe {
namespace {

TEST(PairHeader, ShowsPathsWithoutTheFoldersThatBothLieIn)
{
    PairHeader header;
    const auto paths = header.findChildren<ElidedLabel*>();
    ASSERT_EQ(paths.size(), 2);
    struct Case {
        const char* a;
        const char* b;
        const char* shownA;
        const char* shownB;
    };
    for (const Case& each : {
             Case{"/runs/base.bt", "/runs/tuned.bt", "base.bt", "tuned.bt"},
             {"/runs/step-100/model.bt", "/runs/step-200/model.bt", "step-100/model.bt", "step-200/model.bt"},
             {"/runs/model.bt", "/runs/old/model.bt", "model.bt", "old/model.bt"},
             {"/runs/model.bt", "/runs/model.bt", "model.bt", "model.bt"},
             {"/runs/model", "/runs/model/part.bt", "model", "model/part.bt"},
             {"https://host/model.bt", "/runs/model.bt", "https://host/model.bt", "/runs/model.bt"},
         }) {
        header.setPaths(QLatin1String(each.a), QLatin1String(each.b));
        EXPECT_EQ(paths[0]->text().toStdString(), each.shownA);
        EXPECT_EQ(paths[1]->text().toStdString(), each.shownB);
        EXPECT_EQ(paths[0]->toolTip().remove(QChar(0x200B)).contains(QLatin1String(each.a)), true)
            << paths[0]->toolTip().toStdString();
    }
    const QString absolute = QDir::currentPath() + QStringLiteral("/b.bt");
    header.setPaths(QStringLiteral("a.bt"), absolute);
    EXPECT_EQ(paths[0]->text(), u"a.bt");
    EXPECT_EQ(paths[1]->text(), u"b.bt");
}

} // namespace
} // namespace loupe
