#pragma once

#include <QList>
#include <QMenu>
#include <QString>

namespace loupe {

/// The comparisons opened last, newest first, kept in the user's settings and shared by all windows.
class RecentPairs {
public:
    static constexpr int maximum = 10;

    struct Pair {
        QString a;
        QString b;

        bool operator==(const Pair&) const = default;
    };

    /// Entries that make no sense are skipped.
    static QList<Pair> list();
    /// Puts the absolute paths, or the addresses, in front.
    static void add(const QString& a, const QString& b);
    static void clear();
};

/// The recent comparisons as a menu, filled when it is opened.
class RecentPairsMenu : public QMenu {
    Q_OBJECT

public:
    explicit RecentPairsMenu(QWidget* parent = nullptr);

signals:
    void chosen(const QString& a, const QString& b);

private:
    void fill();
};

} // namespace loupe
