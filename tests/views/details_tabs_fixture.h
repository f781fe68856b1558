#pragma once

#include "items/histogram/figures.h"
#include "items/session/opened_checkpoint.h"
#include "views/details/details_tabs.h"
#include "views/details/digest_panel.h"
#include "views/kit/link_button.h"
#include "views/overview/overview_view.h"

#include <QLineEdit>
#include <QTest>

#include <gtest/gtest.h>

namespace loupe::test {

/// Visible tabs, and functions to show a checkpoint and to wait for its figures.
class DetailsTabsTest : public testing::Test {
protected:
    DetailsTabsTest()
    {
        tabs.resize(800, 600);
        tabs.show();
    }
    bool waitUntilIdle()
    {
        return QTest::qWaitFor([this] { return !tabs.isBusy(); });
    }

    /// The digest computed by the panel.
    QString digest()
    {
        const auto* const panel = tabs.findChild<DigestPanel*>();
        for (const auto* const edit : panel->findChildren<QLineEdit*>())
            if (edit->isReadOnly())
                return edit->text();
        return {};
    }

    LinkButton* linkNamed(const QString& name)
    {
        for (auto* const link : tabs.findChild<OverviewView*>()->findChildren<LinkButton*>()) {
            if (link->accessibleName() == name)
                return link;
        }
        return nullptr;
    }

    void show(const OpenedCheckpointPtr& opened)
    {
        figures.setCheckpoint(opened);
        tabs.setCheckpoint(opened);
    }

    Figures figures;
    DetailsTabs tabs{figures};
};

} // namespace loupe::test
