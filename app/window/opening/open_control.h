#pragma once

#include <QObject>
#include <QString>

class QWidget;

namespace loupe {

class Document;
class LocationControl;
class Notices;
class StartPage;
class WindowActions;

/// Asks the user what to open or compare: a file, a folder, an address, a sample, or a recent item. Opens nothing
/// itself.
class OpenControl : public QObject {
    Q_OBJECT

public:
    /// All must outlive this object.
    struct Parts {
        QWidget& window;
        const Document& document;
        WindowActions& actions;
        StartPage& start;
        Notices& notices;
    };

    explicit OpenControl(const Parts& parts);

    /// Requests to open a recent path or address. Asks for a secret if one is needed.
    void openRecent(const QString& path);
    /// As above, for both sides of a comparison.
    void compareAgain(const QString& a, const QString& b);

signals:
    void openWanted(const QString& path);
    /// The user wants to compare two checkpoints. Empty `a`: compare the open one with `b`.
    void comparisonWanted(const QString& a, const QString& b);

private:
    void connectActions();
    void connectStartPage();
    void chooseFile();
    void chooseFolder();
    void chooseLocation();
    void choosePair();
    void chooseComparison();
    void chooseLocationToCompare();
    void openSample();

    Parts m_parts;
    LocationControl* m_locations;
};

} // namespace loupe
